package io.tenure.loadtest.inside;

import io.tenure.loadtest.peer.ServerProcess;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.TimeUnit;

/** A real etcd that grants leases by {@code LeaseGrant} over gRPC. It fsyncs before it answers. */
final class Etcd implements AutoCloseable {

  private static final int CONNECTIONS = 10;

  /** Uncompressed, two bytes: field 1, the ttl, is 60 seconds. */
  private static final Buffer GRANT_60_SECONDS =
      Buffer.buffer(new byte[] {0, 0, 0, 0, 2, 0x08, 60});

  private final Vertx vertx = Vertx.vertx();
  private final ServerProcess process = io.tenure.loadtest.peer.Etcd.start();
  private final HttpClient client;

  Etcd() {
    client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setProtocolVersion(HttpVersion.HTTP_2)
                .setHttp2ClearTextUpgrade(false),
            new PoolOptions().setHttp2MaxSize(CONNECTIONS));
    Site.get(ready(200));
  }

  private Future<Void> ready(int tries) {
    return grant()
        .recover(
            failure ->
                tries == 0
                    ? Future.failedFuture(failure)
                    : vertx.timer(50, TimeUnit.MILLISECONDS).compose(again -> ready(tries - 1)));
  }

  /** Leases granted per second to {@code clients}, each of which asks again after each answer. */
  double perSecond(int clients, int total) {
    Promise<Void> done = Promise.promise();
    int[] counts = new int[2];
    long begun = System.nanoTime();
    vertx
        .getOrCreateContext()
        .runOnContext(
            go -> {
              for (int each = 0; each < clients; each++) {
                next(counts, total, done);
              }
            });
    Site.get(done.future());
    return total * 1e9 / (System.nanoTime() - begun);
  }

  private void next(int[] counts, int total, Promise<Void> done) {
    if (counts[0] == total) {
      return;
    }
    counts[0]++;
    grant()
        .onComplete(
            granted -> {
              if (granted.failed()) {
                done.tryFail(granted.cause());
              } else if (++counts[1] == total) {
                done.complete();
              } else {
                next(counts, total, done);
              }
            });
  }

  private Future<Void> grant() {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setHost("127.0.0.1")
            .setPort(process.port())
            .setURI("/etcdserverpb.Lease/LeaseGrant")
            .putHeader("content-type", "application/grpc")
            .putHeader("te", "trailers");
    return client
        .request(options)
        .compose(request -> request.send(GRANT_60_SECONDS))
        .compose(
            response ->
                response
                    .end()
                    .compose(
                        ended ->
                            "0".equals(response.getTrailer("grpc-status"))
                                ? Future.succeededFuture()
                                : Future.failedFuture(
                                    "etcd says " + response.getTrailer("grpc-message"))));
  }

  @Override
  public void close() {
    Site.get(vertx.close());
    process.close();
  }
}

package io.tenure.server;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.concurrent.TimeUnit;

/** A proxy that checks no credential and removes it, as one that checks must do; no streams. */
final class CredentialProxy implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 20;

  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = vertx.createHttpClient();
  private final URI target;
  private final HttpServer server;

  CredentialProxy(String target) throws Exception {
    this.target = URI.create(target);
    server =
        vertx
            .createHttpServer()
            .requestHandler(this::pass)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  private void pass(HttpServerRequest asked) {
    if (asked.headers().contains(HttpHeaders.UPGRADE)) {
      asked.response().setStatusCode(400).end();
      return;
    }
    asked
        .body()
        .compose(
            body ->
                client
                    .request(asked.method(), target.getPort(), target.getHost(), asked.uri())
                    .compose(
                        passed -> {
                          passed.headers().addAll(asked.headers());
                          passed.headers().remove(HttpHeaders.AUTHORIZATION);
                          return passed.send(body);
                        })
                    .compose(answer -> answer.body().map(told -> answer)))
        .onSuccess(
            answer -> {
              asked.response().setStatusCode(answer.statusCode());
              asked.response().headers().addAll(answer.headers());
              answer.body().onSuccess(asked.response()::end);
            })
        .onFailure(lost -> asked.connection().close());
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}

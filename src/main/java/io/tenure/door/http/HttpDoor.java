package io.tenure.door.http;

import io.tenure.door.Gateway;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP behind one port, with one server on each event loop. The door reaches leases only by
 * messages to their shards.
 */
public final class HttpDoor {

  private static final AtomicInteger RANDOM_PORTS = new AtomicInteger();

  private final Vertx vertx;
  private final Gateway gateway;
  private final List<HttpVerticle> verticles;
  private final List<String> deployments;
  private final AtomicInteger connections;
  private @Nullable Future<Void> closed;

  private HttpDoor(
      Vertx vertx,
      Gateway gateway,
      List<HttpVerticle> verticles,
      List<String> deployments,
      AtomicInteger connections) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.verticles = verticles;
    this.deployments = deployments;
    this.connections = connections;
  }

  /** Opens the port. The future completes when the server listens. */
  public static Future<HttpDoor> open(Vertx vertx, Gateway gateway, HttpOptions options) {
    SocketAddress address =
        options.port() == 0
            ? SocketAddress.sharedRandomPort(RANDOM_PORTS.incrementAndGet(), options.host())
            : SocketAddress.inetSocketAddress(options.port(), options.host());
    List<HttpVerticle> verticles = new ArrayList<>();
    List<Future<String>> deployed = new ArrayList<>();
    AtomicInteger connections = new AtomicInteger();
    int loops = VertxInternals.loops(vertx);
    DeploymentOptions deployment =
        new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP);
    for (int loop = 0; loop < loops; loop++) {
      HttpVerticle verticle = new HttpVerticle(gateway, options, address, connections);
      verticles.add(verticle);
      deployed.add(vertx.deployVerticle(verticle, deployment));
    }
    return Future.join(deployed)
        .map(all -> new HttpDoor(vertx, gateway, verticles, names(deployed), connections))
        .recover(
            failure ->
                Future.join(names(deployed).stream().map(vertx::undeploy).toList())
                    .transform(undone -> Future.failedFuture(failure)));
  }

  public int port() {
    return verticles.get(0).port();
  }

  /** Returns the number of open connections. */
  public int connections() {
    return connections.get();
  }

  /**
   * Closes within seconds: takes no new requests, tells waiters and watchers to retry, and answers
   * requests under way.
   */
  public synchronized Future<Void> close() {
    if (closed == null) {
      closed = drain();
    }
    return closed;
  }

  private Future<Void> drain() {
    gateway.drain();
    return Future.join(verticles.stream().map(HttpVerticle::drain).toList())
        .transform(drained -> Future.join(deployments.stream().map(vertx::undeploy).toList()))
        .mapEmpty();
  }

  private static List<String> names(List<Future<String>> deployed) {
    return deployed.stream().filter(Future::succeeded).map(Future::result).toList();
  }
}

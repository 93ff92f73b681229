package io.tenure.door.http;

import io.tenure.door.Gateway;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves HTTP behind one port, with one server on each event loop. The door reaches leases only by
 * messages to their shards.
 */
public final class HttpDoor {

  private final Vertx vertx;
  private final Gateway gateway;
  private final List<HttpVerticle> verticles;
  private final List<String> deployments;
  private @Nullable Future<Void> closed;

  private HttpDoor(
      Vertx vertx, Gateway gateway, List<HttpVerticle> verticles, List<String> deployments) {
    this.vertx = vertx;
    this.gateway = gateway;
    this.verticles = verticles;
    this.deployments = deployments;
  }

  /**
   * Opens the port. The future completes when the server listens.
   *
   * @param connections counts the connections of this port
   */
  public static Future<HttpDoor> open(
      Vertx vertx, Gateway gateway, HttpOptions options, ConnectionCount connections) {
    List<HttpVerticle> verticles = new ArrayList<>();
    List<Future<String>> deployed = new ArrayList<>();
    int loops = VertxInternals.loops(vertx);
    DeploymentOptions deployment =
        new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP);
    for (int loop = 0; loop < loops; loop++) {
      HttpVerticle verticle = new HttpVerticle(gateway, options, connections);
      verticles.add(verticle);
      deployed.add(vertx.deployVerticle(verticle, deployment));
    }
    return Future.join(deployed)
        .map(all -> new HttpDoor(vertx, gateway, verticles, names(deployed)))
        .recover(
            failure ->
                Future.join(names(deployed).stream().map(vertx::undeploy).toList())
                    .transform(undone -> Future.failedFuture(failure)));
  }

  public int port() {
    return verticles.get(0).port();
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

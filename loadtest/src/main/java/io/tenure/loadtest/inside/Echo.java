package io.tenure.loadtest.inside;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;

/** A bare WebSocket echo of Vert.x, as in its documentation. Prints its port. */
public final class Echo {

  private Echo() {}

  public static void main(String[] none) {
    Vertx.vertx(new VertxOptions().setPreferNativeTransport(true))
        .createHttpServer()
        .webSocketHandler(socket -> socket.binaryMessageHandler(socket::writeBinaryMessage))
        .listen(0, "127.0.0.1")
        .onSuccess(
            server -> System.out.println("listens on http://127.0.0.1:" + server.actualPort()))
        .onFailure(
            failed -> {
              System.err.println(failed.getMessage());
              System.exit(1);
            });
  }
}

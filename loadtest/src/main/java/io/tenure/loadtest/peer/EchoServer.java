package io.tenure.loadtest.peer;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.WebSocketFrame;

/**
 * A bare WebSocket server of Vert.x that sends back each frame: nothing on Vert.x can be faster.
 */
final class EchoServer {

  private EchoServer() {}

  public static void main(String[] args) {
    Vertx vertx =
        Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(1));
    vertx
        .createHttpServer(
            new HttpServerOptions()
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false))
        .webSocketHandler(
            socket ->
                socket.frameHandler(
                    frame ->
                        socket.writeFrame(WebSocketFrame.binaryFrame(frame.binaryData(), true))))
        .listen(Integer.parseInt(args[0]), "127.0.0.1")
        .onFailure(
            failed -> {
              failed.printStackTrace();
              System.exit(1);
            });
  }
}

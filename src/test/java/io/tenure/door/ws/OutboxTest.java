package io.tenure.door.ws;

import io.tenure.door.http.OpenDoor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.ServerWebSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the end of the outgoing messages of a stream. */
final class OutboxTest {

  private final Vertx vertx = Vertx.vertx();
  private final Promise<Void> closed = Promise.promise();

  @AfterEach
  void close() throws Exception {
    OpenDoor.get(vertx.close());
  }

  /** The last answer of a stopping server may be ready only after the client has gone. */
  @Test
  void aStreamThatTheClientHasLeftIsClosedWithoutAMistake() throws Exception {
    HttpServer server = vertx.createHttpServer().webSocketHandler(this::closeAfterTheClient);
    OpenDoor.get(server.listen(0, "127.0.0.1"));
    Socket socket = new Socket("127.0.0.1", server.actualPort());
    try (Talker talker = new Talker(socket)) {
      talker.write(0x88, new byte[] {3, (byte) 0xe8});

      OpenDoor.get(closed.future());
    }
  }

  private void closeAfterTheClient(ServerWebSocket socket) {
    Outbox outbox = new Outbox(vertx.getOrCreateContext(), socket, StreamLimits.DEFAULT, () -> {});
    outbox.sayOpened();
    socket.closeHandler(gone -> closed.handle(close(outbox)));
  }

  private static Future<Void> close(Outbox outbox) {
    return Future.succeededFuture()
        .compose(
            now -> {
              outbox.close(Outbox.GOING_AWAY, "the server stops");
              return Future.succeededFuture();
            });
  }
}

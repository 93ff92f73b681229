package io.tenure.door.ws;

import io.tenure.api.Operation;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Caller;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.RealMachine;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the server stops reading from a client that sends pings within its limit, but never
 * reads the pongs. The sockets of this server have small buffers, because large ones would take
 * minutes to fill.
 */
@RealMachine
final class UnreadPongsTest {

  private static final int SOCKET_BYTES = 4_096;

  /** Half as many pings as end the stream when they come between two checks of the server. */
  private static final int PINGS = 50;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final StreamLimits LIMITS =
      StreamLimits.DEFAULT.withBytes(65_536, 4_096).withTimes(400, 400);

  private final Vertx vertx = Vertx.vertx();
  private OpenDoor door;
  private HttpServer server;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(LIMITS);
    server =
        vertx
            .createHttpServer(new HttpServerOptions().setSendBufferSize(SOCKET_BYTES))
            .webSocketHandler(
                socket -> {
                  Context loop = VertxInternals.shared(vertx.getOrCreateContext());
                  AdmittedOperation admitted =
                      door.gateway.admit(Caller.SERVER, Operation.RENEW_MANY, "");
                  AdmittedOperation watching =
                      door.gateway.admit(Caller.SERVER, Operation.WATCH, "");
                  new LoopStreams(vertx, loop, door.gateway, watching, LIMITS)
                      .opened(socket, admitted, false);
                });
    OpenDoor.get(server.listen(0, "127.0.0.1"));
  }

  @AfterEach
  void close() throws Exception {
    OpenDoor.get(vertx.close());
    door.close();
  }

  @Test
  void whoPingsWithinTheLimitAndNeverReadsIsCut() throws Exception {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(SOCKET_BYTES);
    socket.connect(new InetSocketAddress("127.0.0.1", server.actualPort()));
    try (Talker talker = new Talker(socket)) {
      OpenDoor.until(() -> !pings(talker));
    }
  }

  /** Sends pings, and returns false when the server has cut the connection. */
  private static boolean pings(Talker talker) {
    try {
      for (int ping = 0; ping < PINGS; ping++) {
        talker.write(0x80 | Talker.PING, new byte[125]);
      }
      LockSupport.parkNanos(LOOK_NANOS);
      return true;
    } catch (IOException cut) {
      return false;
    }
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.AnnexRoute;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Checks that the server stops reading from a client that does not read an annex, and cuts it. */
final class AnnexUnreadTest {

  private static final int ANSWER_BYTES = 1 << 20;
  private static final long WRITE_MILLIS = 500;
  private static final int ANSWERED_MAX = 64;

  @Test
  void whoNeverReadsIsNotAnsweredOnAndOn() throws Exception {
    AtomicInteger answered = new AtomicInteger();
    Buffer large = Buffer.buffer(new byte[ANSWER_BYTES]);
    OpenDoor door =
        new OpenDoor(
            HttpOptions.DEFAULT
                .withLimits(HttpLimits.DEFAULT.withTimes(10_000, 60_000, 10_000, WRITE_MILLIS))
                .withAnnex(
                    new AnnexRoute(
                        "/large",
                        true,
                        (exchange, name) -> {
                          answered.incrementAndGet();
                          exchange.takeOver().end(large);
                        })));
    try (Socket socket = door.socket()) {
      while (answered.get() < ANSWERED_MAX) {
        Raw.send(socket, "GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
    } catch (IOException cut) {
      // The client did not read for too long.
    } finally {
      door.close();
    }
    assertTrue(answered.get() < ANSWERED_MAX, answered + " answers wait unread");
  }
}

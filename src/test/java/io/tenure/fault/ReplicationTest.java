package io.tenure.fault;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that the fail-overs of the fault runs lose exactly what the faults say. */
@RealMachine
class ReplicationTest {

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void whatIsHeldBackIsLostWhenTheAddressMoves() throws Exception {
    try (Replication redis = new Replication(vertx, 1, 1, false)) {
      redis.primary().ask("SET", "k", "kept");
      redis.reached(System::nanoTime);
      redis.lag();
      ask(redis, "SET", "k", "lost");
      try (Socket open = new Socket("127.0.0.1", redis.way(0).port())) {
        open.setSoTimeout(5_000);
        open.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        assertEquals("+PONG\r\n", new String(open.getInputStream().readNBytes(7), US_ASCII));
        redis.failOver();
        assertEquals(-1, open.getInputStream().read(), "the open connection is closed");
      }

      assertEquals("kept", ask(redis, "GET", "k"));
      redis.rejoin();
      assertEquals("1", ask(redis, "WAIT", "1", "5000"));
    }
  }

  @Test
  void whatAFrozenReplicaWasSentIsKept() throws Exception {
    try (Replication redis = new Replication(vertx, 1, 2, false)) {
      redis.freezeReplicas();
      ask(redis, "SET", "k", "late");
      redis.thawReplicas();
      redis.reached(System::nanoTime);
      redis.failOver();

      assertEquals("late", ask(redis, "GET", "k"));
    }
  }

  @Test
  void theSentinelAnnouncesTheReplicaThatTookOver() {
    try (Replication redis = new Replication(vertx, 2, 1, true)) {
      RedisProcess before = redis.primary();
      redis.primary().ask("SET", "k", "kept");
      redis.reached(System::nanoTime);
      redis.lag();
      redis.primary().ask("SET", "k", "lost");

      redis.failOver();

      assertTrue(redis.primary() != before);
      assertEquals("kept", redis.primary().ask("GET", "k"));
      assertThrows(RuntimeException.class, () -> before.ask("PING"));
      assertEquals(redis.address(0), redis.address(1));
    }
  }

  private static String ask(Replication redis, String... words) throws IOException {
    return RedisTalk.ask(redis.way(0).port(), "", words);
  }
}

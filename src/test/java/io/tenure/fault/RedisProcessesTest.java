package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks that the Redis of the fault runs really behaves as the faults assume. */
@RealMachine
class RedisProcessesTest {

  private final RedisProcess redis = new RedisProcess("--appendfsync", "always");

  @AfterEach
  void stop() {
    redis.close();
    assertFalse(redis.process().alive());
  }

  @Test
  void findsWhatItKeptAfterAKill() {
    redis.ask("SET", "k", "1");

    redis.kill();
    redis.restart();

    assertEquals("1", redis.ask("GET", "k"));
  }

  @Test
  void losesItsLastSecondsWhenAnOlderCopyIsPutBack() {
    redis.ask("SET", "k", "1");
    redis.keepCopy();
    redis.ask("SET", "k", "2");

    redis.kill();
    redis.putCopyBack();
    redis.restart();

    assertEquals("1", redis.ask("GET", "k"));
  }

  @Test
  void asksAPasswordOfEverybodyAndThenNoLonger() throws Exception {
    redis.requirePassword("secret");
    assertTrue(RedisTalk.ask(redis.port(), "", "GET", "k").startsWith("-NOAUTH"));

    redis.requirePassword("");
    assertEquals("PONG", RedisTalk.ask(redis.port(), "", "PING"));
  }

  @Test
  void writesNothingWhenItIsFullOrReadOnly() {
    redis.ask("CONFIG", "SET", "maxmemory", "1");
    assertTrue(redis.ask("SET", "k", "1").startsWith("-OOM"));

    redis.ask("CONFIG", "SET", "maxmemory", "0");
    redis.ask("CONFIG", "SET", "min-replicas-to-write", "1");
    assertTrue(redis.ask("SET", "k", "1").startsWith("-NOREPLICAS"));
  }

  @Test
  void isSilentWhileFrozen() {
    redis.process().freeze();
    assertThrows(UncheckedIOException.class, () -> redis.ask("PING"));

    redis.process().thaw();
    assertEquals("PONG", redis.ask("PING"));
  }
}

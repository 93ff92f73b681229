package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks that each weather does to a real Redis what its name says. */
@Execution(ExecutionMode.CONCURRENT)
@RealMachine
class FaultProxyTest {

  private final Vertx vertx = Vertx.vertx();
  private final RedisProcess redis = new RedisProcess();
  private final FaultProxy proxy = new FaultProxy(vertx, redis.port());

  @AfterEach
  void stop() {
    proxy.close();
    redis.close();
    vertx.close();
  }

  @Test
  void inFairWeatherEverythingPasses() throws IOException {
    assertEquals("PONG", ask("PING"));
  }

  @Test
  void whatIsSlowArrives() throws IOException {
    proxy.slow(100);
    long sentNanos = System.nanoTime();

    assertEquals("PONG", ask("PING"));
    assertTrue(System.nanoTime() - sentNanos >= 200_000_000);
  }

  @Test
  void nothingPassesAHalfOpenConnection() {
    proxy.become(FaultProxy.Weather.HALF_OPEN);

    assertThrows(IOException.class, () -> ask("SET", "k", "1"));
    assertEquals("$-1", redis.ask("GET", "k"));
  }

  @Test
  void theDeafHearNoAnswerToWhatIsDone() {
    proxy.become(FaultProxy.Weather.DEAF);

    assertThrows(IOException.class, () -> ask("SET", "k", "1"));
    assertEquals("1", redis.ask("GET", "k"));
  }

  @Test
  void aCutConnectionIsClosedAtOnceAndLaterNot() throws IOException {
    proxy.become(FaultProxy.Weather.CUT);
    assertThrows(IOException.class, () -> ask("PING"));

    proxy.become(FaultProxy.Weather.FAIR);
    assertEquals("PONG", ask("PING"));
  }

  private String ask(String... words) throws IOException {
    return RedisTalk.ask(proxy.port(), "", words);
  }
}

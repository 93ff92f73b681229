package io.tenure.store.redis;

import static io.tenure.store.embedded.Eventually.await;
import static io.tenure.store.embedded.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RealMachine
class ReconnectingConnectionTest {

  private static final int LOOKS = 21;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws Exception {
    await(vertx.close());
  }

  /** The median, because the machine may stand still for a moment. */
  @Test
  void aRedisThatStaysAwayIsLookedForAsOftenAsAtFirst() throws Exception {
    Queue<Long> looks = new ConcurrentLinkedQueue<>();
    var away =
        await(
            vertx
                .createNetServer()
                .connectHandler(
                    look -> {
                      looks.add(System.nanoTime());
                      look.close();
                    })
                .listen(0, "127.0.0.1"));
    var line =
        new ReconnectingConnection(
            vertx.getOrCreateContext(),
            RedisAddress.parse("redis://127.0.0.1:" + away.actualPort()),
            RedisOptions.CALL_MILLIS,
            0);
    eventually("it goes on looking", () -> looks.size() >= LOOKS);
    line.execute(line::close);

    List<Long> at = List.copyOf(looks);
    long[] pauses =
        IntStream.range(1, LOOKS).mapToLong(each -> at.get(each) - at.get(each - 1)).toArray();
    Arrays.sort(pauses);
    long usual = pauses[pauses.length / 2];
    assertTrue(usual < TimeUnit.SECONDS.toNanos(1), usual + " ns between two looks");
  }
}

package io.tenure.client.guard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.error.FencedException;
import io.tenure.machine.RealMachine;
import io.tenure.store.redis.TestRedis;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the fences in memory and in Redis: a mark only rises, and no write follows a larger token.
 */
@RealMachine
final class FenceTest {

  @TempDir Path directory;

  @Test
  void aFenceAcceptsWhatIsNotSmaller() {
    MemoryFence fence = new MemoryFence("disk");

    accepts(fence);

    assertEquals(8, fence.mark());
  }

  private static void accepts(Fence fence) {
    fence.check(7);
    fence.check(7);
    fence.check(8);
    FencedException fenced = assertThrows(FencedException.class, () -> fence.check(7));
    assertEquals(7, fenced.token());
    assertEquals(8, fenced.mark());
    assertTrue(fenced.getMessage().contains("8"), fenced.getMessage());
  }

  @Test
  void inMemoryNoWriteComesBehindALargerOne() throws Exception {
    MemoryFence fence = new MemoryFence("disk");
    List<Long> written = new ArrayList<>();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> all = new ArrayList<>();
    for (long token = 1; token <= 2_000; token++) {
      long own = token;
      all.add(
          threads.submit(
              () -> {
                try {
                  fence.write(own, () -> written.add(own));
                } catch (FencedException tooLate) {
                  // A holder with a larger token was faster.
                }
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    threads.shutdown();

    assertEquals(written.stream().sorted().toList(), written);
    assertEquals(2_000, written.get(written.size() - 1));
  }

  @Test
  void inRedisCheckAndWriteAreOne() throws Exception {
    try (TestRedis redis = TestRedis.start(directory)) {
      RedisFence fence =
          new RedisFence(
              "disk:fence", (script, keys, arguments) -> eval(redis, script, keys, arguments));

      accepts(fence);
      fence.set(9, "disk:data", "nine");
      assertThrows(FencedException.class, () -> fence.set(8, "disk:data", "eight"));
      assertEquals("nine", redis.command("GET", "disk:data"));
      fence.run(9, "redis.call('RPUSH', KEYS[2], ARGV[2])", List.of("disk:log"), List.of("a"));
      assertThrows(
          FencedException.class,
          () ->
              fence.run(
                  8, "redis.call('RPUSH', KEYS[2], ARGV[2])", List.of("disk:log"), List.of("b")));
      assertEquals("1", redis.command("LLEN", "disk:log"));
      fence.check((1L << 53) - 1);
      assertThrows(FencedException.class, () -> fence.check((1L << 53) - 2));
    }
  }

  @Test
  void whatIsNoNumberIsNotTakenForAYes() {
    RedisFence fence = new RedisFence("fence", (script, keys, arguments) -> "OK");

    assertThrows(IllegalStateException.class, () -> fence.check(1));
  }

  private static Object eval(
      TestRedis redis, String script, List<String> keys, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("EVAL", script, Integer.toString(keys.size())));
    words.addAll(keys);
    words.addAll(arguments);
    try {
      return redis.command(words.toArray(String[]::new));
    } catch (java.io.IOException gone) {
      throw new java.io.UncheckedIOException(gone);
    }
  }
}

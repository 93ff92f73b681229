package io.tenure.store.embedded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for conditions, longer than any working machine needs. */
public final class Eventually {

  private static final long PATIENCE_SECONDS = 60;
  private static final long PAUSE_NANOS = 2_000_000;

  private Eventually() {}

  public static void eventually(String what, BooleanSupplier comesTrue) {
    long started = System.nanoTime();
    while (!comesTrue.getAsBoolean()) {
      assertTrue(System.nanoTime() - started < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), what);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  public static <T> T await(Future<T> future) throws Exception {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof Exception cause) {
        throw cause;
      }
      throw failed;
    }
  }
}

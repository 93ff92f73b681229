package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.StoreUnavailableException;
import io.vertx.core.Future;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Waits for the answers of a store in tests. */
public final class Answered {

  private static final long PATIENCE_SECONDS = 30;
  private static final long PAUSE_NANOS = 10_000_000;

  private Answered() {}

  public static <T> T of(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  public static <E extends Throwable> E failed(Class<E> as, Future<?> future) {
    try {
      of(future);
    } catch (RuntimeException thrown) {
      return assertInstanceOf(as, thrown);
    }
    throw new AssertionError("it succeeded, and " + as.getSimpleName() + " was expected");
  }

  /** Repeats the call until it succeeds, as the commit line of a shard does. */
  public static <T> T atLast(Supplier<Future<T>> asked) {
    long started = System.nanoTime();
    while (true) {
      try {
        return of(asked.get());
      } catch (StoreUnavailableException trouble) {
        long waited = System.nanoTime() - started;
        assertTrue(waited < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS), trouble::getMessage);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}

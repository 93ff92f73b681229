package io.tenure.door.http;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Future;

/**
 * Measures the memory that this process holds: the heap after a collection, and the memory outside
 * of it.
 */
public final class Living {

  /**
   * Several times what the limits allow the server to hold; without the limits it is exceeded
   * within a second.
   */
  private static final long MORE_MAX = 24 << 20;

  private final long before = bytes();

  /** Fails when the process holds much more than at the beginning. */
  public void assertLittleMore() {
    long more = bytes() - before;
    if (more > MORE_MAX) {
      throw new AssertionError((more >> 20) + " MB more are kept");
    }
  }

  /** Checks repeatedly until {@code done} completes. */
  public void assertLittleMoreUntil(Future<?> done) {
    while (!done.isDone()) {
      assertLittleMore();
    }
  }

  private static long bytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed()
        + Math.max(0, PlatformDependent.usedDirectMemory());
  }
}

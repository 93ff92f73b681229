package io.tenure.door.http;

import io.netty.util.internal.PlatformDependent;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Future;

/** What this process keeps: on the heap what survives a collection, and what lies beside it. */
public final class Living {

  /** Several times what the limits let the door keep; without them it is passed within a second. */
  private static final long MORE_MAX = 24 << 20;

  private final long before = bytes();

  /** Fails when there is much more than at the beginning. */
  public void assertLittleMore() {
    long more = bytes() - before;
    if (more > MORE_MAX) {
      throw new AssertionError((more >> 20) + " MB more are kept");
    }
  }

  /** All the while until it is done. */
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

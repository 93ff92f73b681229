package io.tenure.machine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Ends processes that take too long, with all processes that they have started. Then a thread that
 * reads their output, which no interruption ends, comes to its end.
 */
public final class Overdue {

  private Overdue() {}

  public static Process after(long seconds, Process process) {
    CompletableFuture.delayedExecutor(seconds, TimeUnit.SECONDS).execute(() -> end(process));
    return process;
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}

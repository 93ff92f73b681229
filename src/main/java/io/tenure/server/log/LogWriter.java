package io.tenure.server.log;

import java.io.PrintStream;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes the log on a thread of its own. An event loop must not wait for a pipe that no program
 * reads.
 */
public final class LogWriter implements LineSink {

  /** A few MB; one line per change of state never gets near it. */
  static final int WAITING_MAX = 10_000;

  private final PrintStream out;
  private final LogFormat form;
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "log");
            thread.setDaemon(true);
            return thread;
          });

  public LogWriter(PrintStream out, LogFormat form) {
    this.out = out;
    this.form = form;
  }

  @Override
  public void line(LogLine line) {
    Instant now = Instant.now();
    if (waiting.incrementAndGet() > WAITING_MAX) {
      waiting.decrementAndGet();
      dropped.incrementAndGet();
      return;
    }
    try {
      writer.execute(() -> write(now, line));
    } catch (RejectedExecutionException closed) {
      waiting.decrementAndGet();
    }
  }

  /** Completes when all lines are written. */
  public CompletableFuture<Void> close() {
    CompletableFuture<Void> written = new CompletableFuture<>();
    try {
      writer.execute(() -> written.complete(null));
    } catch (RejectedExecutionException closedBefore) {
      written.complete(null);
    }
    writer.shutdown();
    return written;
  }

  private void write(Instant now, LogLine line) {
    waiting.decrementAndGet();
    out.println(form.write(now, line));
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LogLine gap =
          LogLine.warn("log", "lines were dropped, because stderr was not read fast enough");
      out.println(form.write(Instant.now(), gap.with("dropped", lost)));
    }
    out.flush();
  }
}

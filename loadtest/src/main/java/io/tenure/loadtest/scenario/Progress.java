package io.tenure.loadtest.scenario;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The progress line, repainted on a terminal and appended at intervals elsewhere. It also records
 * the wish of a user to end the run. Written from a thread of its own, so that no message waits for
 * a terminal.
 */
public final class Progress implements AutoCloseable {

  private static final long PAINTED_MILLIS = 500;
  private static final long ADDED_MILLIS = 10_000;
  private static final String CLEAR = "\r\033[K";

  private final PrintStream out;
  private final boolean terminal;
  private final long begunNanos = System.nanoTime();
  private final Thread painter = new Thread(this::paint, "progress");
  private volatile long endNanos = begunNanos + Long.MAX_VALUE / 4;
  private volatile String doing = "";
  private volatile long done;
  private volatile boolean halted;
  private volatile boolean over;

  public Progress(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    painter.setDaemon(true);
  }

  /** Shows it from now on. */
  public Progress shown() {
    painter.start();
    return this;
  }

  /** For runs without a terminal. */
  public static Progress quiet() {
    return new Progress(System.err, false);
  }

  public void doing(String what) {
    doing = what;
    done = 0;
  }

  /** Counts operations of the present work. */
  public void done(long operations) {
    done = operations;
  }

  public void say(String line) {
    out.println((terminal ? CLEAR : "") + line);
  }

  /** Ends the run, because the user wants to see the report now. */
  public void halt() {
    halted = true;
  }

  /** Ends the work that is under way after so long. */
  public void haltAfter(long nanos) {
    endNanos = begunNanos + nanos;
  }

  public boolean halted() {
    return halted || System.nanoTime() - endNanos > 0;
  }

  private void paint() {
    while (!over) {
      if (terminal) {
        out.print(CLEAR + line());
      } else if (!doing.isEmpty()) {
        out.println(line());
      }
      out.flush();
      try {
        Thread.sleep(terminal || doing.isEmpty() ? PAINTED_MILLIS : ADDED_MILLIS);
      } catch (InterruptedException ended) {
        return;
      }
    }
  }

  private String line() {
    double seconds = (System.nanoTime() - begunNanos) / 1e9;
    String so = done == 0 ? "" : String.format(Locale.ROOT, "  %,d done", done);
    return String.format(Locale.ROOT, "%5.1f s  %s%s", seconds, doing, so);
  }

  @Override
  public void close() {
    over = true;
    if (terminal) {
      out.print(CLEAR);
      out.flush();
    }
  }
}

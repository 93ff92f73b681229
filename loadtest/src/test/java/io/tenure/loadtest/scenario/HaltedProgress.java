package io.tenure.loadtest.scenario;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Simulates a user that presses Ctrl-C shortly after a scenario has reported its work. */
final class HaltedProgress extends PrintStream {

  private static final long SOON_MILLIS = 1_200;

  private final String when;
  private final Progress progress = new Progress(this, true);

  private HaltedProgress(String when) {
    super(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    this.when = when;
  }

  static Progress soonAfter(String doing) {
    return new HaltedProgress(doing).progress.shown();
  }

  @Override
  public void print(String line) {
    if (line.contains(when)) {
      CompletableFuture.delayedExecutor(SOON_MILLIS, TimeUnit.MILLISECONDS).execute(progress::halt);
    }
  }
}

package io.tenure.loadtest.gauge;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The processor time that the host gave to other machines. */
public final class Steal {

  /** A larger share spoils a round. */
  public static final double SHARE_MAX = 0.005;

  private static final Path STAT = Path.of("/proc/stat");
  private static final int COUNTED = 8;
  private static final int STEAL = 7;

  private final long[] begun = read();

  /** The share since this object was made. */
  public double share() {
    long[] now = read();
    long all = 0;
    for (int at = 0; at < COUNTED; at++) {
      all += now[at] - begun[at];
    }
    return all == 0 ? 0 : (double) (now[STEAL] - begun[STEAL]) / all;
  }

  private static long[] read() {
    long[] ticks = new long[COUNTED];
    if (!Files.exists(STAT)) {
      return ticks;
    }
    try {
      String[] fields = Files.readAllLines(STAT).get(0).trim().split("\\s+");
      for (int at = 0; at < COUNTED; at++) {
        ticks[at] = Long.parseLong(fields[at + 1]);
      }
      return ticks;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

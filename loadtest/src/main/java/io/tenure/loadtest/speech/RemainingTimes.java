package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/** Reads how long a lease still lives from the answer about it. */
public final class RemainingTimes implements Told {

  private static final byte[] REMAINING = Bytes.of("\"remainingMs\":");

  private long lastMillis;

  /** The time of the last answer. */
  public long lastMillis() {
    return lastMillis;
  }

  @Override
  public void answered(int message, int status, ByteBuffer in, int from, int to, long nowNanos) {
    int at = Bytes.after(in, from, to, REMAINING);
    lastMillis = at < 0 ? Long.MIN_VALUE / 2_000_000 : Bytes.number(in, at, to);
  }
}

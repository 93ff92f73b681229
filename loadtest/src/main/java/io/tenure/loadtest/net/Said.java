package io.tenure.loadtest.net;

/** A message that was answered: one object for each connection, good until the next answer. */
public final class Said {

  int message;
  long intendedNanos;
  long sentNanos;

  Said() {}

  public int message() {
    return message;
  }

  /** The time at which the schedule had it sent. */
  public long intendedNanos() {
    return intendedNanos;
  }

  /** The time at which it was sent. */
  public long sentNanos() {
    return sentNanos;
  }
}

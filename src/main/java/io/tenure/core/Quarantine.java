package io.tenure.core;

/**
 * The time after a start in which no lease begins, because the store may have lost some that are
 * still believed in. It is judged as a lease is, by the lease clock, which is never ahead of real
 * time: what it protects is over before it is.
 */
final class Quarantine {

  private final LeaseClock clock;

  /** By the lease clock, which starts at 0 when the table opens. */
  private long until;

  Quarantine(LeaseClock clock) {
    this.clock = clock;
  }

  void begin(long millis) {
    if (millis < 0 || millis > Judge.NEVER / 1_000_000) {
      throw new IllegalArgumentException("no quarantine lasts " + millis + " ms");
    }
    until = millis * 1_000_000;
  }

  boolean on() {
    return clock.judged() < until;
  }

  /** Rounded up, so that it is 0 only when it is over. */
  long remainingMillis() {
    return on() ? (until - clock.judged() + 999_999) / 1_000_000 : 0;
  }

  String remedy() {
    return "data may have been lost, so this waits another "
        + remainingMillis()
        + " ms; try again then";
  }
}

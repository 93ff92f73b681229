package io.tenure.core;

/** How much of everything a shard has at the moment, and for how long it grants nothing yet. */
public record TableStats(
    int leases,
    int sessions,
    int waiters,
    int watchers,
    int fences,
    int graves,
    QuarantineState quarantine) {

  /**
   * How long a quarantine lasts, and why there is one.
   *
   * @param doubt empty when there is no quarantine
   */
  public record QuarantineState(long remainingMillis, String doubt) {}

  public long quarantineMillis() {
    return quarantine.remainingMillis;
  }

  public String doubt() {
    return quarantine.doubt;
  }
}

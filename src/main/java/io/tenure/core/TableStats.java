package io.tenure.core;

/** The numbers of leases, sessions and other things in a shard, and the state of its quarantine. */
public record TableStats(
    int leases,
    int sessions,
    int waiters,
    int watchers,
    int fences,
    int graves,
    QuarantineState quarantine) {

  /**
   * The remaining time of a quarantine, and its reason.
   *
   * @param doubt the reason; empty when there is no quarantine
   */
  public record QuarantineState(long remainingMillis, String doubt) {}

  public long quarantineMillis() {
    return quarantine.remainingMillis;
  }

  public String doubt() {
    return quarantine.doubt;
  }
}

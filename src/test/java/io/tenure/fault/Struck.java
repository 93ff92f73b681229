package io.tenure.fault;

import java.util.List;

/**
 * The report of a strike, by the load's clock. It has the begin of the fault, the start of
 * recovery, the numbers of killed processes and fail-overs, the claims, and the excuse.
 */
record Struck(
    long beganNanos,
    long recoversFromNanos,
    int crashes,
    int failOvers,
    List<Claim> claims,
    Excuse excuse) {

  Struck(long beganNanos, long recoversFromNanos, int crashes, List<Claim> claims) {
    this(beganNanos, recoversFromNanos, crashes, 0, claims, Excuse.NONE);
  }

  Struck excused(Excuse granted) {
    return new Struck(beganNanos, recoversFromNanos, crashes, failOvers, claims, granted);
  }

  Struck failedOver(int times) {
    return new Struck(beganNanos, recoversFromNanos, crashes, times, claims, excuse);
  }
}

package io.tenure.fault;

import java.util.List;

/**
 * When a fault began, from when on the service must come back, how often a process was killed and a
 * replica took the place of its primary, what the history must show, and what may be lost, all by
 * the load's clock.
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

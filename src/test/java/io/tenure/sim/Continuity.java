package io.tenure.sim;

import io.tenure.api.Request;
import io.tenure.store.LeaseStore;

/** Judges that servers go on serving: through outages, and soon after another server stops. */
final class Continuity {

  /** All calls that were under way when the store failed have been answered by then. */
  private static final long ALL_ANSWERED_NANOS = 12 * Schedule.SECOND;

  /** A look every 200 ms, a claim at most every 1.1 s, and the load. */
  private static final long TAKE_OVER_NANOS = 1_500 * Schedule.MILLI;

  private final Auditor auditor;
  private final Schedule schedule;
  private final Scenario scenario;
  private final boolean forEver;

  /**
   * The wait in doubt for an owner that may be forgotten, and as much again for the question to the
   * store.
   */
  private final long keepsAwayNanos;

  private long awaySinceNanos;
  private long awayUntilNanos;

  Continuity(Auditor auditor, Schedule schedule, Scenario scenario) {
    this.auditor = auditor;
    this.schedule = schedule;
    this.scenario = scenario;
    keepsAwayNanos = scenario.effectiveOwnershipMillis() * Schedule.MILLI * 11 / 10;
    forEver = scenario.ownershipMillis() == LeaseStore.FOR_EVER;
  }

  void away(long untilNanos) {
    if (schedule.now() >= awayUntilNanos) {
      awaySinceNanos = schedule.now();
    }
    awayUntilNanos = Math.max(awayUntilNanos, untilNanos);
  }

  /** An owner for ever goes on as long as it lives, with or without the store. */
  void steppedDown(ShardAudit shard, SimShard host, Throwable cause) {
    boolean longAway =
        schedule.now() < awayUntilNanos && schedule.now() - awaySinceNanos > ALL_ANSWERED_NANOS;
    if (forEver && longAway && !shard.claimedByTheDead) {
      auditor.fail(
          "renewals go on", null, host.serverName() + " steps down in an outage: " + cause);
    }
  }

  void elsewhere(SimShard host, Request request) {
    boolean renewal = request instanceof Request.Renew || request instanceof Request.KeepAlive;
    if (renewal && forEver && auditor.current(host) && !host.server().leaving()) {
      auditor.fail("renewals go on", null, host.serverName() + " owns, and sends on " + request);
    }
  }

  void left(ShardAudit shard) {
    boolean well = shard.healthyFromNanos < schedule.now() - TAKE_OVER_NANOS;
    shard.leftNanos = well ? schedule.now() : 0;
  }

  /** A standby takes over at once. */
  void opened(ShardAudit shard, SimShard host, boolean inDoubt) {
    long sinceNanos = Math.max(shard.leftNanos, host.server().startedNanos());
    boolean well = shard.healthyFromNanos <= shard.leftNanos;
    long tookNanos = schedule.now() - sinceNanos - 2 * scenario.tickNanos();
    long mayTakeNanos = TAKE_OVER_NANOS + (inDoubt ? keepsAwayNanos : 0);
    if (shard.leftNanos != 0 && well && tookNanos > mayTakeNanos) {
      auditor.fail(
          "take-over", null, host.serverName() + " opens " + tookNanos + " ns after a leave");
    }
    shard.leftNanos = 0;
    shard.claimedByTheDead = false;
  }

  /**
   * The claim was under way when its server crashed, and the next life of the server cannot know of
   * it.
   */
  void claimedByTheDead(ShardAudit shard) {
    shard.claimedByTheDead = true;
  }
}

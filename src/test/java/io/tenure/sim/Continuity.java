package io.tenure.sim;

import io.tenure.core.Request;
import io.tenure.store.LeaseStore;

/** Judges that servers serve: through outages, and soon after one that leaves. */
final class Continuity {

  /** Whatever was on its way to the store when it went away has been answered by then. */
  private static final long ALL_ANSWERED_NANOS = 12 * Schedule.SECOND;

  /** A look every 200 ms, a claim at most every 1.1 s, and the load. */
  private static final long TAKE_OVER_NANOS = 1_500 * Schedule.MILLI;

  private final Auditor auditor;
  private final Schedule schedule;
  private final Scenario scenario;
  private final boolean forEver;
  private long awaySinceNanos;
  private long awayUntilNanos;

  Continuity(Auditor auditor, Schedule schedule, Scenario scenario) {
    this.auditor = auditor;
    this.schedule = schedule;
    this.scenario = scenario;
    forEver = scenario.ownershipMillis() == LeaseStore.FOR_EVER;
  }

  void away(long untilNanos) {
    if (schedule.now() >= awayUntilNanos) {
      awaySinceNanos = schedule.now();
    }
    awayUntilNanos = Math.max(awayUntilNanos, untilNanos);
  }

  /** Whoever owns for ever goes on as long as it lives, with the store or without. */
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

  /** Who stands by takes over at once. */
  void opened(ShardAudit shard, SimShard host) {
    long sinceNanos = Math.max(shard.leftNanos, host.server().startedNanos());
    boolean well = shard.healthyFromNanos <= shard.leftNanos;
    long tookNanos = schedule.now() - sinceNanos - 2 * scenario.tickNanos();
    if (shard.leftNanos != 0 && well && tookNanos > TAKE_OVER_NANOS) {
      auditor.fail(
          "take-over", null, host.serverName() + " opens " + tookNanos + " ns after a leave");
    }
    shard.leftNanos = 0;
    shard.claimedByTheDead = false;
  }

  /** It was on its way when its server crashed, and its next life cannot know of it. */
  void claimedByTheDead(ShardAudit shard) {
    shard.claimedByTheDead = true;
  }
}

package io.tenure.fault;

import io.tenure.api.EndReason;
import io.tenure.fault.FaultProxy.Weather;
import java.util.List;
import java.util.Map;

/** The faults that may lose data, depending on the durability that an operator chose. */
final class DurabilityFaults {

  private static final long STARTING_MILLIS = 20_000;
  private static final long HEALED_MILLIS = 5_000;

  /** A relaxed server blocks when its store has not answered for half a second. */
  private static final long AHEAD_MILLIS = 300;

  /** This limit, and a little more until the batch of the server is under way. */
  static final long AHEAD_MOST_NANOS = 600_000_000;

  /** While an fsync takes long, a Redis that fsyncs once a second delays its next write. */
  private static final long UNWRITTEN_MOST_NANOS = 2_000_000_000L;

  private static final long LOST_MILLIS = 700;

  /** The quarantine lasts as long as the longest lease promised. */
  private static final long SHORT_HOME_TTL_MILLIS = 4_000;

  private DurabilityFaults() {}

  /**
   * The last seconds of the Redis never reach the replica, so no caller may have an answer from
   * them.
   */
  static Fault replicaPromoted() {
    return Fault.of(
            "a replica that lags takes the place of its Redis, and the server is killed",
            Stage.House.REPLICATED,
            STARTING_MILLIS,
            stage -> {
              stage.replication().lag();
              Stage.last(LOST_MILLIS);
              stage.server().kill();
              long began = stage.load().now();
              stage.replication().failOver();
              stage.replication().rejoin();
              stage.server().restart();
              Claim known = ServerFaults.renewedBy(stage.server().present());
              return new Struck(began, began, 2, List.of(known)).failedOver(1);
            })
        .withSettings(Map.of("replicas", "1"))
        .withHomeTtl(SHORT_HOME_TTL_MILLIS);
  }

  /** Redis never received some grants that the server had already reported to holders. */
  static Fault relaxedAhead() {
    return Fault.of(
            "kill -9 of a relaxed server and its Redis, which was stopped",
            Stage.House.REDIS,
            STARTING_MILLIS,
            stage -> {
              long kept = stage.load().now() - AHEAD_MOST_NANOS;
              stage.redis().process().freeze();
              long behind = stage.load().now();
              Stage.last(AHEAD_MILLIS);
              stage.server().kill();
              long began = stage.load().now();
              stage.redis().kill();
              stage.redis().restart();
              stage.server().restart();
              return new Struck(
                      began,
                      began,
                      2,
                      List.of(toldOfBetween(behind, began), forgotten(began), sessionsEnd(began)))
                  .excused(Excuse.lost(kept, began));
            })
        .withSettings(Map.of("relaxed", "true"))
        .losing()
        .withHomeTtl(SHORT_HOME_TTL_MILLIS);
  }

  /** No server that is left knows the durable data, only that Redis may have lost something. */
  static Fault lazyRedisAndActiveKilled() {
    return Fault.of(
            "a Redis that fsyncs once a second loses its last one, and the active of two is killed",
            Stage.House.LAZY,
            STARTING_MILLIS,
            stage -> {
              long kept = stage.load().now() - UNWRITTEN_MOST_NANOS;
              ServerProcess keeper = stage.keeperOfSessions();
              stage.redis().keepCopy();
              Stage.last(LOST_MILLIS);
              keeper.kill();
              long began = stage.load().now();
              stage.redis().kill();
              stage.redis().putCopyBack();
              stage.redis().restart();
              return new Struck(began, began, 2, List.of(forgotten(began), sessionsEnd(began)))
                  .excused(Excuse.lost(kept, began));
            })
        .withServers(2)
        .losing()
        .withHomeTtl(SHORT_HOME_TTL_MILLIS);
  }

  /**
   * Another server might have taken over, so no caller gets an answer until Redis has been asked.
   */
  static Fault outageBeyondTheTerm() {
    return Fault.of(
            "a Redis that is cut off for longer than the ownership period",
            Stage.House.PROXIED,
            HEALED_MILLIS,
            stage -> {
              stage.proxy().become(stage.chance.nextBoolean() ? Weather.CUT : Weather.HALF_OPEN);
              long began = stage.load().now();
              Stage.last(2 * Stage.OWNERSHIP_MILLIS);
              long healed = stage.load().now();
              stage.proxy().become(Weather.FAIR);
              Claim silence =
                  Claim.never(
                      "an answer while another server might own the shard",
                      each ->
                          each.told().speaks()
                              && each.sentNanos() > began + Stage.OWNERSHIP_MILLIS * 1_000_000
                              && each.doneNanos() < healed);
              Claim back =
                  Claim.must(
                      "leases of before are renewed afterwards",
                      each ->
                          Tally.renewal(each)
                              && each.key().startsWith("home/")
                              && each.sentNanos() > healed);
              return new Struck(began, healed, 0, List.of(silence, back));
            })
        .withSettings(Map.of("ownershipMillis", Long.toString(Stage.OWNERSHIP_MILLIS)));
  }

  private static Claim toldOfBetween(long fromNanos, long untilNanos) {
    return Claim.struck(
        "a grant ahead of Redis",
        each ->
            Tally.newGrant(each) && each.sentNanos() > fromNanos && each.doneNanos() < untilNanos);
  }

  /** Its holder cannot know which of its leases are lost. */
  static Claim sessionsEnd(long sinceNanos) {
    return Claim.must(
        "a session is told that it has expired",
        each ->
            each.sentNanos() > sinceNanos
                && each.key().startsWith(SessionHolder.SESSIONS)
                && each.told() instanceof Told.Over over
                && over.how() == EndReason.EXPIRED);
  }

  private static Claim forgotten(long sinceNanos) {
    return Claim.struck(
        "a lease that was lost",
        each -> each.sentNanos() > sinceNanos && each.told() instanceof Told.Missing);
  }
}

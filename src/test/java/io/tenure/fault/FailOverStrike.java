package io.tenure.fault;

import io.tenure.fault.FailOver.Blow;
import io.tenure.fault.FailOver.OldPrimary;
import io.tenure.fault.FaultProxy.Weather;
import java.util.List;

/** One run of a {@link FailOver}. */
final class FailOverStrike {

  private static final long BEYOND_THE_OWNERSHIP_MILLIS = Stage.OWNERSHIP_MILLIS + 150;
  private static final long SERVES_AGAIN_MILLIS = 20_000;

  /** The time after the first shard is served again; each shard is claimed once in a second. */
  private static final long CLAIMS_ALL_MILLIS = 400;

  private final FailOver failOver;
  private final Stage stage;
  private final Load load;
  private final Replication redis;
  private final ServerProcess active;
  private final ServerProcess standby;
  private final String struck;
  private int crashes;
  private int times;
  private long frozenNanos;

  /** From this instant on renewals prove that the servers have survived. */
  private long survivedNanos;

  FailOverStrike(FailOver failOver, Stage stage) {
    this.failOver = failOver;
    this.stage = stage;
    load = stage.load();
    redis = stage.replication();
    active = stage.active();
    standby = stage.otherThan(active);
    struck = active.present();
  }

  Struck strike() {
    long keptNanos = redis.reached(load::now);
    long began = load.now();
    if (replicas() == 0 && !keepsUp()) {
      redis.lag();
    }
    begin();
    Stage.last(
        failOver.blow().outlastsTheOwnership()
            ? BEYOND_THE_OWNERSHIP_MILLIS + some(300)
            : some(500));
    if (replicas() > 0) {
      lagForAWhile();
    }
    if (failOver.blow() == Blow.KILLED) {
      killTheActive();
    }
    long lost = load.now();
    replaceThePrimary();
    long until = load.now();
    if (replicas() > 0 && failOver.old() == OldPrimary.DIES) {
      redis.rejoin();
    }
    survivedNanos = until;
    end(until);
    long survived = survivedNanos;
    Claim goesOn =
        Claim.must(
            "leases are renewed after the fail-over",
            each -> Tally.renewal(each) && each.sentNanos() > survived);
    return new Struck(began, load.now(), crashes, List.of(goesOn))
        .failedOver(times)
        .excused(excuse(keptNanos, began, lost, until));
  }

  private int replicas() {
    return failOver.durability().replicas;
  }

  /** Then only the promise of a relaxed server shows that something is missing. */
  private boolean keepsUp() {
    return failOver.blow() == Blow.STOPPED && stage.chance.nextBoolean();
  }

  private void killTheActive() {
    load.departs(struck);
    active.kill();
    crashes++;
  }

  private void replaceThePrimary() {
    times++;
    if (failOver.old() == OldPrimary.DIES) {
      redis.failOver();
      crashes++;
      return;
    }
    redis.swap();
    if (failOver.old() == OldPrimary.RETURNS) {
      // Sometimes no server has noticed yet that another Redis answers, sometimes all have.
      Stage.last(some(BEYOND_THE_OWNERSHIP_MILLIS));
      if (replicas() > 0) {
        lagForAWhile();
      } else {
        redis.lag();
        Stage.last(some(500));
      }
      times++;
      redis.swap();
    }
  }

  /** An answer that had to reach a replica first can be lost only if no primary is left. */
  private Excuse excuse(long keptNanos, long began, long lost, long until) {
    return switch (failOver.durability()) {
      case STRICT -> new Excuse(keptNanos, lost, until);
      case RELAXED -> relaxed(keptNanos, began);
      default -> Excuse.NONE;
    };
  }

  /**
   * An answer ahead of its Redis can be lost as soon as the ownership is lost, and until the
   * journal is whole again.
   */
  private Excuse relaxed(long keptNanos, long began) {
    stage.journal().awaitWhole();
    return new Excuse(keptNanos - DurabilityFaults.AHEAD_MOST_NANOS, began, load.now());
  }

  private void lagForAWhile() {
    boolean standsStill = stage.chance.nextBoolean();
    if (standsStill) {
      redis.freezeReplicas();
    } else {
      redis.lag();
    }
    Stage.last(some(700));
    if (standsStill) {
      redis.thawReplicas();
    }
  }

  private void begin() {
    switch (failOver.blow()) {
      case FROZEN -> freeze(active);
      case STANDBY_FROZEN -> freeze(standby);
      case CUT_OFF -> cutOff(active);
      case STANDBY_CUT_OFF -> cutOff(standby);
      case STOPPED -> {
        redis.primary().kill();
        standbyMeets(Weather.CUT);
      }
      default -> {}
    }
  }

  private void end(long until) {
    switch (failOver.blow()) {
      case FROZEN -> {
        Stage.last(some(200));
        thaw(active);
      }
      case STANDBY_FROZEN -> {
        Stage.last(some(BEYOND_THE_OWNERSHIP_MILLIS));
        thaw(standby);
        theStandbyTakesOver();
      }
      case CUT_OFF -> redis.way(stage.place(active)).become(Weather.FAIR);
      case STANDBY_CUT_OFF -> {
        Stage.last(some(BEYOND_THE_OWNERSHIP_MILLIS));
        redis.way(stage.place(standby)).become(Weather.FAIR);
        theStandbyTakesOver();
      }
      case STOPPED -> {
        Stage.becomes(() -> load.renewedSince(until), SERVES_AGAIN_MILLIS);
        Stage.last(CLAIMS_ALL_MILLIS + some(300));
        load.departs(struck);
        standbyMeets(Weather.FAIR);
        active.stop();
      }
      default -> {}
    }
  }

  /** In half of the runs; otherwise it must leave the shards to the active. */
  private void theStandbyTakesOver() {
    if (stage.chance.nextBoolean()) {
      stage.journal().awaitWhole();
      killTheActive();
      survivedNanos = load.now();
    }
  }

  private void freeze(ServerProcess server) {
    server.process().freeze();
    frozenNanos = load.now();
  }

  private void thaw(ServerProcess server) {
    load.frozen(server.present(), frozenNanos, load.now());
    server.process().thaw();
  }

  private void cutOff(ServerProcess server) {
    redis
        .way(stage.place(server))
        .become(stage.chance.nextBoolean() ? Weather.CUT : Weather.HALF_OPEN);
  }

  private void standbyMeets(Weather weather) {
    if (!failOver.announced()) {
      redis.way(stage.place(standby)).become(weather);
    }
  }

  private long some(long millisMost) {
    return stage.chance.nextLong(millisMost);
  }
}

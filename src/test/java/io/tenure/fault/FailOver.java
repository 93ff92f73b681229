package io.tenure.fault;

import io.tenure.fault.FaultProxy.Weather;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A fail-over to a replica that lags, under an active server and a standby, while another fault
 * strikes the active one. {@code announced}: by a Sentinel; otherwise a plain address moves.
 */
record FailOver(Durability durability, Blow blow, boolean announced) {

  /** The places that an acknowledged grant has reached. */
  enum Durability {
    RELAXED(0),
    STRICT(0),
    ONE_REPLICA(1),
    TWO_REPLICAS(2);

    final int replicas;

    Durability(int replicas) {
      this.replicas = replicas;
    }
  }

  /** The additional fault. */
  enum Blow {
    NOTHING,
    /** The active is killed with its Redis. */
    KILLED,
    /**
     * The active stands still for longer than its ownership period, and wakes after the fail-over.
     */
    FROZEN,
    /**
     * The active is cut off from its Redis for longer than its ownership period, and then reaches
     * the new one.
     */
    CUT_OFF,
    /**
     * No server reaches a Redis for longer than the ownership period. Then the active does, and is
     * stopped in order as soon as it serves again; at a plain address the standby reaches Redis
     * only now.
     */
    STOPPED;

    boolean outlastsTheTerm() {
      return this == FROZEN || this == CUT_OFF || this == STOPPED;
    }
  }

  /** A quarantine of the longest promise and an ownership period, and some claims before it. */
  private static final long RECOVERY_MILLIS = 25_000;

  /** The quarantine lasts as long as the longest lease promised. */
  private static final long SHORT_HOME_TTL_MILLIS = 4_000;

  private static final long BEYOND_THE_TERM_MILLIS = Stage.TERM_MILLIS + 150;
  private static final long SERVES_AGAIN_MILLIS = 20_000;

  /** The time after the first shard is served again; each shard is claimed once in a second. */
  private static final long CLAIMS_ALL_MILLIS = 400;

  /** All combinations that can be played: a Sentinel gives both servers the same address. */
  static List<FailOver> all() {
    List<FailOver> all = new ArrayList<>();
    for (Durability durability : Durability.values()) {
      for (Blow blow : Blow.values()) {
        all.add(new FailOver(durability, blow, false));
        if (blow != Blow.CUT_OFF) {
          all.add(new FailOver(durability, blow, true));
        }
      }
    }
    return all;
  }

  @Override
  public String toString() {
    return word(durability)
        + (announced ? ", fail-over by Sentinel" : ", the address moves")
        + (blow == Blow.NOTHING ? "" : ", the active is " + word(blow));
  }

  Fault fault() {
    Map<String, String> settings =
        durability.replicas > 0
            ? Map.of("replicas", Integer.toString(durability.replicas))
            : Map.of("relaxed", Boolean.toString(durability == Durability.RELAXED));
    Stage.House house = announced ? Stage.House.ANNOUNCED : Stage.House.REPLICATED;
    Fault fault =
        Fault.of(toString(), house, RECOVERY_MILLIS, stage -> new Play(stage).strike())
            .withServers(2)
            .withSettings(settings)
            .withHomeTtl(SHORT_HOME_TTL_MILLIS);
    return durability.replicas > 0 ? fault : fault.losing();
  }

  private static String word(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** One run of the fail-over. */
  private final class Play {
    private final Stage stage;
    private final Load load;
    private final Replication redis;
    private final ServerProcess active;
    private final String struck;
    private int crashes = 1;
    private long frozenNanos;

    Play(Stage stage) {
      this.stage = stage;
      load = stage.load();
      redis = stage.replication();
      active = stage.active();
      struck = active.present();
    }

    Struck strike() {
      long keptNanos = redis.reached(load::now);
      long began = load.now();
      if (durability.replicas == 0 && !keepsUp()) {
        redis.lag();
      }
      begin();
      Stage.last(blow.outlastsTheTerm() ? BEYOND_THE_TERM_MILLIS + some(300) : some(500));
      if (durability.replicas > 0) {
        lagForAWhile();
      }
      if (blow == Blow.KILLED) {
        load.departs(struck);
        active.kill();
        crashes++;
      }
      long lost = load.now();
      redis.failOver();
      long until = load.now();
      if (durability.replicas > 0) {
        redis.rejoin();
      }
      end(until);
      Claim goesOn =
          Claim.must(
              "leases are renewed after the fail-over",
              each -> Tally.renewal(each) && each.sentNanos() > until);
      return new Struck(began, load.now(), crashes, List.of(goesOn))
          .failedOver(1)
          .excused(excuse(keptNanos, began, lost, until));
    }

    /** Then only the promise of a relaxed server shows that something is missing. */
    private boolean keepsUp() {
      return blow == Blow.STOPPED && stage.chance.nextBoolean();
    }

    /** An answer that had to reach a replica first can be lost only if no primary is left. */
    private Excuse excuse(long keptNanos, long began, long lost, long until) {
      return switch (durability) {
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
      switch (blow) {
        case FROZEN -> {
          active.process().freeze();
          frozenNanos = load.now();
        }
        case CUT_OFF ->
            redis
                .way(stage.place(active))
                .become(stage.chance.nextBoolean() ? Weather.CUT : Weather.HALF_OPEN);
        case STOPPED -> {
          redis.primary().kill();
          standbyMeets(Weather.CUT);
        }
        default -> {}
      }
    }

    private void end(long until) {
      switch (blow) {
        case FROZEN -> {
          Stage.last(some(200));
          load.frozen(struck, frozenNanos, load.now());
          active.process().thaw();
        }
        case CUT_OFF -> redis.way(stage.place(active)).become(Weather.FAIR);
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

    private void standbyMeets(Weather weather) {
      if (!announced) {
        redis.way(1 - stage.place(active)).become(weather);
      }
    }

    private long some(long millisMost) {
      return stage.chance.nextLong(millisMost);
    }
  }
}

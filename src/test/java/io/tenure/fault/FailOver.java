package io.tenure.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A fail-over to a replica that lags, under an active server and a standby, while another fault
 * strikes one of the two. {@code announced}: by a Sentinel; otherwise a plain address moves.
 */
record FailOver(Durability durability, Blow blow, OldPrimary old, boolean announced) {

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
    NOTHING(""),
    /** The active is killed with its Redis. */
    KILLED(", the active is killed"),
    /**
     * The active stands still for longer than its ownership period, and wakes after the fail-over.
     */
    FROZEN(", the active is frozen"),
    /**
     * The active is cut off from its Redis for longer than its ownership period, and then reaches
     * the new one.
     */
    CUT_OFF(", the active is cut off"),
    /**
     * No server reaches a Redis for longer than the ownership period. Then the active does, and is
     * stopped in order as soon as it serves again; at a plain address the standby reaches Redis
     * only now.
     */
    STOPPED(", the active is stopped"),
    /**
     * The standby stands still for longer than an ownership period, and wakes after the fail-over
     * with what it read before. In half of the runs the active is killed then.
     */
    STANDBY_FROZEN(", the standby is frozen"),
    /** The standby is cut off from Redis, and otherwise as above. */
    STANDBY_CUT_OFF(", the standby is cut off");

    private final String words;

    Blow(String words) {
      this.words = words;
    }

    boolean outlastsTheOwnership() {
      return this != NOTHING && this != KILLED;
    }

    boolean strikesTheStandby() {
      return this == STANDBY_FROZEN || this == STANDBY_CUT_OFF;
    }

    /** A Sentinel gives both servers the same address. */
    private boolean needsAWayOfItsOwn() {
      return this == CUT_OFF || this == STANDBY_CUT_OFF;
    }
  }

  /** The primary that another one replaces. */
  enum OldPrimary {
    DIES(""),
    /** It lives on as a replica of its successor, as in the fail-over of a managed Redis. */
    FOLLOWS(", the old primary follows"),
    /** It follows its successor, and replaces it later in the same way. */
    RETURNS(", there and back again");

    private final String words;

    OldPrimary(String words) {
      this.words = words;
    }
  }

  /** A quarantine of the longest promise and an ownership period, and some claims before it. */
  private static final long RECOVERY_MILLIS = 25_000;

  /** The quarantine lasts as long as the longest lease promised. */
  private static final long SHORT_HOME_TTL_MILLIS = 4_000;

  /** All combinations that are played. */
  static List<FailOver> all() {
    List<FailOver> all = new ArrayList<>();
    for (Durability durability : Durability.values()) {
      for (Blow blow : Blow.values()) {
        for (OldPrimary old : OldPrimary.values()) {
          for (boolean announced : new boolean[] {false, true}) {
            FailOver each = new FailOver(durability, blow, old, announced);
            if (each.isPlayed()) {
              all.add(each);
            }
          }
        }
      }
    }
    return all;
  }

  /**
   * A standby errs only where Redis may have lost something. A primary that lives on tells nothing
   * new about a server that is stopped or cut off.
   */
  private boolean isPlayed() {
    if (announced && blow.needsAWayOfItsOwn()
        || durability.replicas > 0 && blow.strikesTheStandby()) {
      return false;
    }
    return switch (old) {
      case DIES -> true;
      case FOLLOWS, RETURNS ->
          durability != Durability.TWO_REPLICAS
              && (blow == Blow.NOTHING || blow == Blow.KILLED || blow == Blow.STANDBY_FROZEN);
    };
  }

  @Override
  public String toString() {
    return durability.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (announced ? ", fail-over by Sentinel" : ", the address moves")
        + old.words
        + blow.words;
  }

  Fault fault() {
    Map<String, String> settings =
        durability.replicas > 0
            ? Map.of("replicas", Integer.toString(durability.replicas))
            : Map.of("relaxed", Boolean.toString(durability == Durability.RELAXED));
    Stage.House house = announced ? Stage.House.ANNOUNCED : Stage.House.REPLICATED;
    Fault fault =
        Fault.of(
                toString(),
                house,
                RECOVERY_MILLIS,
                stage -> new FailOverStrike(this, stage).strike())
            .withServers(2)
            .withSettings(settings)
            .withHomeTtl(SHORT_HOME_TTL_MILLIS);
    return durability.replicas > 0 ? fault : fault.losing();
  }
}

package io.tenure.sim;

import io.tenure.api.EndReason;
import io.tenure.core.TenureFields;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The knowledge of the auditor about one tenure: decided, durable, promised and believed times. */
final class Life {

  static final long NEVER = -1;

  final int shard;
  final TenureFields tenure;
  final @Nullable KeyLife key;
  final long beganNanos;

  /** The begin of the turn that decided it, from which a maxLifetime counts. */
  final long turnNanos;

  boolean kept;
  boolean ended;
  boolean toldOver;

  /** The tenure was lost together with its server: only its holder knows of it. */
  boolean lost;

  /** The end of the tenure was lost. */
  boolean revived;

  long endDecidedNanos = NEVER;
  @Nullable EndReason how;

  /** The tenure may not expire before this time. */
  long promisedNanos;

  /** The tenure accepts no renewal after this time, plus the stalls since then. */
  long latestNanos;

  long stalledBeforeNanos;

  /** The tenure must have expired by this time, plus the amnesty for stalls since then. */
  long dueNanos;

  long forgivenBeforeNanos;

  /**
   * A break is due: renewals extend the tenure no further than this, plus the stalls since then.
   */
  long doomedNanos;

  boolean doomKept;

  /** For a session: the shards that the store has recorded as its guests. */
  final Set<Integer> guests = new HashSet<>();

  long doomGraceNanos;
  long doomStalledNanos;

  /** A client believes in the tenure until this true instant. */
  long believedNanos;

  int slotNumber;

  Life(int shard, TenureFields tenure, @Nullable KeyLife key, long beganNanos, long turnNanos) {
    this.shard = shard;
    this.tenure = tenure;
    this.key = key;
    this.beganNanos = beganNanos;
    this.turnNanos = turnNanos;
    slotNumber = tenure.slotNumber();
  }

  long token() {
    return tenure.token();
  }

  boolean broken() {
    return over() && how == EndReason.BROKEN;
  }

  boolean over() {
    return ended || lost || endDecidedNanos != NEVER;
  }

  /** Whether beliefs in both tenures at once are excused. See {@link Losses}. */
  boolean excused(Life other) {
    return goesOn() && other.lost || lost && other.goesOn();
  }

  private boolean goesOn() {
    return revived && tenure.hardTtlMillis() == 0;
  }

  /**
   * The least true time in which the clock of a server, which may be fast or slow, shows {@code
   * nanos}.
   */
  static long soonest(long nanos) {
    return nanos - nanos / 1_000_000 * HolderClock.RATE_PER_MILLION_MAX - 1_000;
  }

  static long latest(long nanos) {
    return nanos + nanos / 1_000_000 * (HolderClock.RATE_PER_MILLION_MAX + 1) + Schedule.MILLI;
  }

  @Override
  public String toString() {
    return tenure.holder() + "'s lease " + tenure.token();
  }
}

package io.tenure.sim;

import io.tenure.api.EndReason;
import io.tenure.core.TenureFields;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the auditor knows of one tenure: what was decided, kept, promised and believed. */
final class Life {

  static final long NEVER = -1;

  final int shard;
  final TenureFields tenure;
  final @Nullable KeyLife key;
  final long beganNanos;

  /** When the turn began that decided it: a maxLifetime counts from there. */
  final long turnNanos;

  boolean kept;
  boolean ended;
  boolean toldOver;

  /** Gone together with its server: nobody knows of it but its holder. */
  boolean lost;

  /** Its end was lost. */
  boolean revived;

  long endDecidedNanos = NEVER;
  @Nullable EndReason how;

  /** It may not expire before. */
  long promisedNanos;

  /** It accepts no renewal after that, stalls since then added. */
  long latestNanos;

  long stalledBeforeNanos;

  /** It must have expired by then, what stalls since then may forgive added. */
  long dueNanos;

  long forgivenBeforeNanos;

  /** It is being broken: renewals do not extend it beyond this, stalls since then added. */
  long doomedNanos;

  boolean doomKept;

  /** Of a session: the shards that the store has kept as its guests. */
  final Set<Integer> guests = new HashSet<>();

  long doomGraceNanos;
  long doomStalledNanos;

  /** A client believes in it until this true instant. */
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

  /** Of two that are believed in. See {@link Losses}. */
  boolean excused(Life other) {
    return goesOn() && other.lost || lost && other.goesOn();
  }

  private boolean goesOn() {
    return revived && tenure.hardTtlMillis() == 0;
  }

  /** By the clock of the server, which may be this much faster or slower than the true one. */
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

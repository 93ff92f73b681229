package io.tenure.sim;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.Validity;
import org.jspecify.annotations.Nullable;

/**
 * Until when a client believes in a lease, by its own clock and counted from before its request.
 */
final class Belief {

  private final SimClient client;
  private final Simulation simulation;
  private @Nullable Life life;
  private long untilLocalNanos;
  private boolean believed;
  private long dueNanos;

  Belief(SimClient client) {
    this.client = client;
    simulation = client.simulation;
  }

  void begin(@Nullable Life known) {
    life = known;
    untilLocalNanos = client.nanos();
    believed = false;
  }

  void extend(Letter letter, Validity validity) {
    dueNanos = letter.handledNanos + validity.validForMillis() * Schedule.MILLI;
    // mistake: counted-from-the-answer
    long until = letter.sentLocalNanos + safeNanos(validity);
    if (life != null
        && !lapsedForGood(life)
        && until - untilLocalNanos > 0
        && until - client.nanos() > 0) {
      believed = true;
      untilLocalNanos = until;
      simulation.auditor.believes(life, client.clock.trueTime(until));
    }
  }

  /** A belief that has lapsed does not begin again, except for a lease with a hard term. */
  private boolean lapsedForGood(Life of) {
    return believed && untilLocalNanos - client.nanos() <= 0 && of.tenure.hardTtlMillis() == 0;
  }

  /** The session of the lease lives until this true instant. */
  void lastsWithSession(long untilNanos) {
    if (life != null && untilNanos > simulation.schedule.now()) {
      simulation.auditor.believes(life, untilNanos);
    }
  }

  void giveUp() {
    if (life != null && life.key != null) {
      simulation.auditor.believes(life, 0);
    }
  }

  /** Ends the hold without giving up: the belief lasts to its end. */
  void end() {
    life = null;
  }

  /** Whether there is a resource to write to. */
  boolean canWrite() {
    return life != null && life.key != null;
  }

  /** Writes with the token, whether the client believes in it or not. */
  void write() {
    if (life != null) {
      simulation.auditor.resources.writes(life);
    }
  }

  /** The lease of this belief, for the auditor only. */
  @Nullable Life life() {
    return life;
  }

  /** The approximate time at which the server will end the lease; only the simulation knows it. */
  long dueNanos() {
    return dueNanos;
  }

  /** The time, from before the request, for which a client relies on {@code validity}. */
  static long safeNanos(Validity validity) {
    long nanos = validity.validForMillis() * Schedule.MILLI;
    long drift = nanos / 1_000_000 * ExclusionMargins.DRIFT_PER_MILLION;
    // mistake: no-room-for-drift
    return nanos - drift - validity.safetyMillis() * Schedule.MILLI;
  }
}

package io.tenure.sim;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.Validity;
import org.jspecify.annotations.Nullable;

/** Until when a client believes in a lease, reckoned by its own clock from before it asked. */
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

  /** What was believed in and is so no more is not begun again, but for a lease kept for it. */
  private boolean lapsedForGood(Life of) {
    return believed && untilLocalNanos - client.nanos() <= 0 && of.tenure.hardTtlMillis() == 0;
  }

  /** Its session lives until this true instant. */
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

  /** Not given up: what was believed is believed to its end. */
  void end() {
    life = null;
  }

  /** Whether there is a resource to write to. */
  boolean canWrite() {
    return life != null && life.key != null;
  }

  /** With the token, believed in or not. */
  void write() {
    if (life != null) {
      simulation.auditor.resources.writes(life);
    }
  }

  /** The lease it is about, for the auditor only. */
  @Nullable Life life() {
    return life;
  }

  /** About when the server will end it, as nobody but the simulation knows. */
  long dueNanos() {
    return dueNanos;
  }

  /** For so long from before the request a client relies on {@code term}. */
  static long safeNanos(Validity validity) {
    long nanos = validity.validForMillis() * Schedule.MILLI;
    long drift = nanos / 1_000_000 * ExclusionMargins.DRIFT_PER_MILLION;
    // mistake: no-room-for-drift
    return nanos - drift - validity.safetyMillis() * Schedule.MILLI;
  }
}

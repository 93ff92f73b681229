package io.tenure.sim;

import io.tenure.api.Mode;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import org.jspecify.annotations.Nullable;

/** Judges time: promises last, and leases end when they are over (G2, G3, G9, G11). */
final class Promises {

  /** A longer gap between two calls is a stall for the lease clock. */
  private static final long STALL_NANOS = 60 * Schedule.MILLI;

  /** The largest delay of judging in a server that ticks so rarely that it always stalls. */
  private final long trailNanos;

  /** G9: how late a healthy server may be. */
  private final long slackNanos;

  private final Auditor auditor;
  private final Schedule schedule;
  private final Trace trace;

  Promises(Auditor auditor, Schedule schedule, Scenario scenario, Trace trace) {
    this.auditor = auditor;
    this.schedule = schedule;
    trailNanos = (scenario.tickNanos() > STALL_NANOS ? 1_400 : 0) * Schedule.MILLI;
    slackNanos = trailNanos + 300 * Schedule.MILLI;
    this.trace = trace;
  }

  /** Checks that an expiry is not too early and, when the server is well, not too late. */
  void expires(ShardAudit shard, Life life) {
    long now = schedule.now();
    KeyLife key = life.key;
    if (now < life.promisedNanos) {
      auditor.fail("G2", key, life + " expires " + (life.promisedNanos - now) + " ns too early");
    } else if (late(shard, life, now)
        && healthySince(shard, due(shard, life))
        && (life.tenure.hardTtlMillis() == 0 || key == null || !key.waitedFor())) {
      auditor.fail("G9", key, life + " expires late by " + (now - due(shard, life)) + " ns");
    }
  }

  void doomed(ShardAudit shard, @Nullable Life life, long graceMillis) {
    if (life != null) {
      // The longest grace counts: recovery may know only of an earlier and longer one.
      long graceNanos = Life.latest(graceMillis * Schedule.MILLI);
      life.doomGraceNanos = Math.max(life.doomGraceNanos, graceNanos);
      life.doomedNanos = Math.max(life.doomedNanos, schedule.now() + graceNanos);
      life.doomStalledNanos = shard.stalledNanos;
      shard.dooming.add(life);
    }
  }

  /** The store has the break, perhaps after the server that decided it has ended. */
  void doomKept(Life life) {
    life.doomKept = true;
    if (life.doomedNanos == 0) {
      life.doomedNanos = schedule.now() + life.doomGraceNanos;
    }
  }

  private long doom(ShardAudit shard, Life life) {
    return Math.max(
        life.doomedNanos + shard.stalledNanos - life.doomStalledNanos,
        shard.openedNanos + life.doomGraceNanos + shard.stalledNanos - shard.stalledBeforeNanos);
  }

  private boolean late(ShardAudit shard, Life life, long now) {
    return life.dueNanos > 0 && now > due(shard, life) + slackNanos;
  }

  private boolean healthySince(ShardAudit shard, long instant) {
    return shard.healthyFromNanos < instant - slackNanos;
  }

  /**
   * The time until which a renewal may be accepted: the server accepts all that waited while it
   * stood still.
   */
  long latest(ShardAudit shard, Life life) {
    long latest = life.latestNanos + shard.stalledNanos - life.stalledBeforeNanos;
    return shard.openedNanos < life.beganNanos
        ? latest
        : Math.max(
            latest, renewedByOpening(shard, life) + shard.stalledNanos - shard.stalledBeforeNanos);
  }

  /** The latest end of the lease: stalls forgive no more than their budget (G11). */
  private long due(ShardAudit shard, Life life) {
    Amnesty amnesty = shard.amnesty;
    long due = life.dueNanos + amnesty.nanos() - life.forgivenBeforeNanos;
    return shard.openedNanos < life.beganNanos
        ? due
        : Math.max(due, renewedByOpening(shard, life) + amnesty.sinceOpenedNanos());
  }

  private long renewedByOpening(ShardAudit shard, Life life) {
    long ttlMillis = Math.max(life.tenure.ttlMillis(), life.tenure.hardTtlMillis());
    return shard.openedNanos + Life.latest(2 * ttlMillis * Schedule.MILLI);
  }

  /** Checks that no caller waits for a free key, whether its wait ends with a grant or without. */
  void promptly(ShardAudit shard, KeyLife key, KeyLife.Waiting waited, Reply reply) {
    boolean inVain = reply instanceof Refusal.Held held && held.token() == 0;
    if (!inVain && !(reply instanceof Reply.Granted)) {
      return;
    }
    long free = Math.max(key.freedNanos, Math.max(waited.sinceNanos(), quarantined(shard)));
    long late = schedule.now() - free - slackNanos;
    boolean alone =
        waited.request().mode().equals(Mode.EXCLUSIVE) && waited.request().session() == null;
    if (late > 0
        && alone
        && !key.owned()
        && !key.barred
        && shard.healthyFromNanos < free - slackNanos) {
      auditor.fail(
          "G9", key, "free, and answered late by " + late + " ns to " + waited + ": " + reply);
    }
  }

  private static long quarantined(ShardAudit shard) {
    long stalledNanos = shard.stalledNanos - shard.stalledBeforeNanos;
    return shard.quarantinedNanos == 0 ? 0 : shard.quarantinedNanos + stalledNanos;
  }

  void extended(ShardAudit shard, Life life, long validForMillis, long turnNanos) {
    if (life.over() || life.toldOver) {
      auditor.fail("G3", life.key, life + " is over (" + life.how + ") and renewed");
    }
    if (life.latestNanos > 0
        && turnNanos > latest(shard, life) + trailNanos
        && life.tenure.session() == null
        && life.tenure.hardTtlMillis() == 0) {
      long late = turnNanos - latest(shard, life);
      auditor.fail("G3", life.key, life + " is renewed " + late + " ns late");
    }
    long until = turnNanos + Life.soonest(validForMillis * Schedule.MILLI);
    if (validForMillis > 0 && life.doomedNanos > 0 && until > doom(shard, life)) {
      auditor.fail("G3", life.key, life + " is being broken and extended by a renewal");
    }
    if (life.doomedNanos == 0
        && life.tenure.maxLifetimeMillis() == 0
        && validForMillis < life.tenure.ttlMillis() - 1) {
      auditor.fail("G2", life.key, life + " is renewed for only " + validForMillis + " ms");
    }
    trace.note(schedule.now(), 4, life.token());
    trace.line(schedule.now(), life.tenure.key(), () -> life + " is renewed for " + validForMillis);
    promise(shard, life, validForMillis, turnNanos);
  }

  /** Counts from the begin of the turn, though the turn may have been delayed since. */
  void promise(ShardAudit shard, Life life, long validForMillis, long turnNanos) {
    boolean withSession = life.tenure.session() != null;
    if (validForMillis <= 0 || withSession) {
      return;
    }
    long nanos = validForMillis * Schedule.MILLI;
    life.promisedNanos = Math.max(life.promisedNanos, turnNanos + Life.soonest(nanos));
    mayLast(shard, life, nanos);
  }

  /** The server says so to the holder, and the holder believes in the lease as in the session. */
  void endsWithItsSession(@Nullable Life life) {
    if (life != null && (life.doomedNanos > 0 || life.tenure.maxLifetimeMillis() > 0)) {
      auditor.fail("G6", life.key, life + " is said to end with its session, and ends before");
    }
  }

  /** The holder gets no promise, because the last change of the lease is not durable yet. */
  void extendedUntold(ShardAudit shard, Life life) {
    mayLast(shard, life, life.tenure.ttlMillis() * Schedule.MILLI);
  }

  private void mayLast(ShardAudit shard, Life life, long nanos) {
    long grace =
        Math.max(0, life.tenure.hardTtlMillis() - life.tenure.ttlMillis()) * Schedule.MILLI;
    long latest = schedule.now() + Life.latest(nanos + grace);
    if (latest > life.latestNanos + shard.stalledNanos - life.stalledBeforeNanos) {
      life.latestNanos = latest;
      life.stalledBeforeNanos = shard.stalledNanos;
    }
    if (latest > life.dueNanos + shard.amnesty.nanos() - life.forgivenBeforeNanos) {
      life.dueNanos = latest;
      life.forgivenBeforeNanos = shard.amnesty.nanos();
    }
  }

  /** Reports a renewal that came in time, waited for the server to wake, and was refused. */
  void unheard(ShardAudit shard, Post post, @Nullable Life life) {
    if (life != null
        && !shard.runsOut(life)
        && post.handledNanos - shard.stoppedNanos > STALL_NANOS
        && post.arrivedNanos >= shard.stoppedNanos
        && post.handledNanos > post.arrivedNanos
        && shard.openedNanos < shard.stoppedNanos
        && life.beganNanos < shard.stoppedNanos
        && life.promisedNanos > shard.stoppedNanos + Schedule.MILLI) {
      auditor.fail("G11", life.key, life + " expired though its renewal waited to be heard");
    }
  }
}

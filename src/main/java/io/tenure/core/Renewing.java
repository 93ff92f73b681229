package io.tenure.core;

import java.util.ArrayList;
import java.util.List;

/**
 * Extends tenures: the hot path. A renewal reads and writes one stripe of its slot; it touches no
 * wheel, no map and no store. It answers the milliseconds for which the tenure is valid, or a
 * {@link RenewalCode}.
 */
final class Renewing {

  /** Within the core only: look closer; or, after that, undecided for want of numbers. */
  static final long NOT_PLAIN = Long.MIN_VALUE;

  private final Desk desk;
  private final Slots slots;
  private final LeaseClock clock;
  private final Judge judge;
  private final Departures departures;
  private final Bonds bonds;

  Renewing(Desk desk, Judge judge, Departures departures, Bonds bonds) {
    this.desk = desk;
    this.slots = desk.slots;
    this.clock = desk.clock;
    this.judge = judge;
    this.departures = departures;
    this.bonds = bonds;
  }

  long touch(int slot) {
    return slots.touch(slot);
  }

  long renew(int slot, int generation, long secretHigh, long secretLow) {
    long plain =
        slots.extendPlain(
            slot, Slots.LEASE, generation, secretHigh, secretLow, clock, desk.measures);
    return plain == NOT_PLAIN
        ? certain(slot, lookCloser(departures.find(slot, generation, secretHigh, secretLow)))
        : plain;
  }

  long keepAlive(int slot, int generation, long secretHigh, long secretLow) {
    long plain =
        slots.extendPlain(
            slot, Slots.SESSION, generation, secretHigh, secretLow, clock, desk.measures);
    return plain == NOT_PLAIN
        ? certain(
            slot,
            lookCloserAtSession(new Handle(desk.shard, slot, generation, secretHigh, secretLow)))
        : plain;
  }

  void renew(long ticket, Request.Renew request) {
    if (request.leases().size() == 1) {
      Handle lease = request.leases().get(0);
      long outcome = lookCloser(departures.find(lease));
      long behind = desk.behind(lease.slot());
      desk.reply(ticket, behind, new Reply.Renewed(List.of(describe(lease.slot(), outcome))));
      return;
    }
    List<Renewal> results = new ArrayList<>(request.leases().size());
    for (Handle lease : request.leases()) {
      long outcome = lookCloser(departures.find(lease));
      boolean uncertain = desk.behind(lease.slot()) != 0;
      results.add(uncertain ? new Renewal.Pending() : describe(lease.slot(), outcome));
    }
    desk.reply(ticket, 0, new Reply.Renewed(results));
  }

  void keepAlive(long ticket, Request.KeepAlive request) {
    Handle session = request.session();
    long outcome = lookCloserAtSession(session);
    long behind = desk.behind(session.slot());
    desk.reply(ticket, behind, new Reply.Renewed(List.of(describe(session.slot(), outcome))));
  }

  private long certain(int slot, long outcome) {
    return outcome == NOT_PLAIN || desk.behind(slot) != 0 ? RenewalCode.PENDING : outcome;
  }

  private long lookCloserAtSession(Handle session) {
    int slot = bonds.slotOf(session);
    if (slot == Index.NONE) {
      return refused(RenewalCode.UNKNOWN);
    }
    return bonds.kept(session) == Index.NONE ? refused(code(slot)) : extend(slot);
  }

  private long lookCloser(int slot) {
    if (slot == Index.NONE) {
      return refused(RenewalCode.UNKNOWN);
    }
    if (slot == Departures.UNDECIDED) {
      return refused(NOT_PLAIN);
    }
    if (!slots.live(slot) || judge.runsOut(slot)) {
      return refused(code(slot));
    }
    return desk.ledger.bound(slot) ? left(slot) : extend(slot);
  }

  /**
   * Of a lease under a session: nothing moves its end, but its holder has to know of one that a
   * break or the maxLifetime sets.
   */
  private long left(int slot) {
    return slots.deadline(slot) == Judge.NEVER
        ? refused(RenewalCode.SESSION_BOUND)
        : judge.remainingMillis(slot);
  }

  private long refused(long code) {
    desk.measures.refused(code);
    return code;
  }

  private long extend(int slot) {
    long deadline = clock.now() + slots.ttlMillis(slot) * 1_000_000;
    Terms terms = slots.special(slot) ? slots.terms(slot) : null;
    desk.measures.renewedWith(
        slots.deadline(slot) - clock.now(), slots.ttlMillis(slot) * 1_000_000);
    // mistake: broken-is-extended
    if (terms != null && terms.breaking()) {
      return judge.remainingMillis(slot);
    }
    if (terms != null && terms.maxLifetimeMillis != 0) {
      deadline = Math.min(deadline, terms.lifetimeEnd);
    }
    boolean lapsed = clock.judged() >= slots.deadline(slot);
    // mistake: slow-renewal
    if (deadline > slots.deadline(slot)) {
      slots.deadline(slot, deadline);
    }
    if (lapsed) {
      desk.wheel.park(slot, slots.deadline(slot));
    }
    return Math.min(slots.ttlMillis(slot), judge.remainingMillis(slot));
  }

  private long code(int slot) {
    return RenewalCode.EXPIRED - judge.endingTold(slot).ordinal();
  }

  private Renewal describe(int slot, long outcome) {
    if (outcome >= 0) {
      desk.measures.renewed();
      Terms terms = slots.terms(slot);
      boolean breaking = terms != null && terms.breaking();
      return new Renewal.Renewed(
          new Term(slots.ttlMillis(slot), outcome), slots.token(slot), breaking);
    }
    if (outcome == NOT_PLAIN) {
      return new Renewal.Pending();
    }
    if (outcome == RenewalCode.UNKNOWN) {
      return new Renewal.Unknown();
    }
    return outcome == RenewalCode.SESSION_BOUND
        ? new Renewal.SessionBound(slots.token(slot))
        : new Renewal.Over(judge.endingTold(slot), departures.ago(slot), slots.token(slot));
  }
}

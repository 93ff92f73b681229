package io.tenure.core;

import io.tenure.api.LeaseId;
import io.tenure.api.RenewalCode;
import io.tenure.api.RenewalReply;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.Validity;
import io.tenure.core.memory.TextIndex;
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

  private final ShardContext context;
  private final LeaseRows rows;
  private final LeaseClock clock;
  private final Liveness liveness;
  private final Departures departures;
  private final SessionLinks links;

  Renewing(ShardContext context, Liveness liveness, Departures departures, SessionLinks links) {
    this.context = context;
    this.rows = context.rows;
    this.clock = context.clock;
    this.liveness = liveness;
    this.departures = departures;
    this.links = links;
  }

  long touch(int slot) {
    return rows.touch(slot);
  }

  long renew(int slot, int generation, long secretHigh, long secretLow) {
    long plain =
        rows.extendPlain(
            slot, LeaseRows.LEASE, generation, secretHigh, secretLow, clock, context.tableMeter);
    return plain == NOT_PLAIN
        ? certain(slot, lookCloser(departures.find(slot, generation, secretHigh, secretLow)))
        : plain;
  }

  long keepAlive(int slot, int generation, long secretHigh, long secretLow) {
    long plain =
        rows.extendPlain(
            slot, LeaseRows.SESSION, generation, secretHigh, secretLow, clock, context.tableMeter);
    return plain == NOT_PLAIN
        ? certain(
            slot,
            lookCloserAtSession(
                new LeaseId(context.shard, slot, generation, secretHigh, secretLow)))
        : plain;
  }

  void renew(long ticket, Request.Renew request) {
    if (request.leases().size() == 1) {
      LeaseId lease = request.leases().get(0);
      long outcome = lookCloser(departures.find(lease));
      long behind = context.behind(lease.slot());
      context.reply(ticket, behind, new Reply.Renewed(List.of(describe(lease.slot(), outcome))));
      return;
    }
    List<RenewalReply> results = new ArrayList<>(request.leases().size());
    for (LeaseId lease : request.leases()) {
      long outcome = lookCloser(departures.find(lease));
      boolean uncertain = context.behind(lease.slot()) != 0;
      results.add(uncertain ? new RenewalReply.Pending() : describe(lease.slot(), outcome));
    }
    context.reply(ticket, 0, new Reply.Renewed(results));
  }

  void keepAlive(long ticket, Request.KeepAlive request) {
    LeaseId session = request.session();
    long outcome = lookCloserAtSession(session);
    long behind = context.behind(session.slot());
    context.reply(ticket, behind, new Reply.Renewed(List.of(describe(session.slot(), outcome))));
  }

  private long certain(int slot, long outcome) {
    return outcome == NOT_PLAIN || context.behind(slot) != 0 ? RenewalCode.PENDING : outcome;
  }

  private long lookCloserAtSession(LeaseId session) {
    int slot = links.slotOf(session);
    if (slot == TextIndex.NONE) {
      return refused(RenewalCode.UNKNOWN);
    }
    return links.kept(session) == TextIndex.NONE ? refused(code(slot)) : extend(slot);
  }

  private long lookCloser(int slot) {
    if (slot == TextIndex.NONE) {
      return refused(RenewalCode.UNKNOWN);
    }
    if (slot == Departures.UNDECIDED) {
      return refused(NOT_PLAIN);
    }
    if (!rows.live(slot) || liveness.runsOut(slot)) {
      return refused(code(slot));
    }
    return context.ledger.bound(slot) ? left(slot) : extend(slot);
  }

  /**
   * Of a lease under a session: nothing moves its end, but its holder has to know of one that a
   * break or the maxLifetime sets.
   */
  private long left(int slot) {
    return rows.deadline(slot) == Liveness.NEVER
        ? refused(RenewalCode.SESSION_BOUND)
        : liveness.remainingMillis(slot);
  }

  private long refused(long code) {
    context.tableMeter.refused(code);
    return code;
  }

  private long extend(int slot) {
    long deadline = clock.now() + rows.ttlMillis(slot) * 1_000_000;
    RareAttributes attributes = rows.special(slot) ? rows.terms(slot) : null;
    context.tableMeter.renewedWith(
        rows.deadline(slot) - clock.now(), rows.ttlMillis(slot) * 1_000_000);
    // mistake: broken-is-extended
    if (attributes != null && attributes.breaking()) {
      return liveness.remainingMillis(slot);
    }
    if (attributes != null && attributes.maxLifetimeMillis != 0) {
      deadline = Math.min(deadline, attributes.lifetimeEnd);
    }
    boolean lapsed = clock.judged() >= rows.deadline(slot);
    // mistake: slow-renewal
    if (deadline > rows.deadline(slot)) {
      rows.deadline(slot, deadline);
    }
    if (lapsed) {
      context.wheel.park(slot, rows.deadline(slot));
    }
    return Math.min(rows.ttlMillis(slot), liveness.remainingMillis(slot));
  }

  private long code(int slot) {
    return RenewalCode.EXPIRED - liveness.endingTold(slot).ordinal();
  }

  private RenewalReply describe(int slot, long outcome) {
    if (outcome >= 0) {
      context.tableMeter.renewed();
      RareAttributes attributes = rows.terms(slot);
      boolean breaking = attributes != null && attributes.breaking();
      return new RenewalReply.Renewed(
          new Validity(rows.ttlMillis(slot), outcome), rows.token(slot), breaking);
    }
    if (outcome == NOT_PLAIN) {
      return new RenewalReply.Pending();
    }
    if (outcome == RenewalCode.UNKNOWN) {
      return new RenewalReply.Unknown();
    }
    return outcome == RenewalCode.SESSION_BOUND
        ? new RenewalReply.SessionBound(rows.token(slot))
        : new RenewalReply.Over(liveness.endingTold(slot), departures.ago(slot), rows.token(slot));
  }
}

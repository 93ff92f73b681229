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
 * Extends tenures: the hot path. A renewal reads and writes one stripe of its row, and touches no
 * wheel, no map and no store. The result is the time in milliseconds for which the tenure is valid,
 * or a {@link RenewalCode}.
 */
final class Renewing {

  /**
   * A code within the core only. It means that a closer look is needed or, after that look, that
   * the renewal is undecided because the shard has no numbers left.
   */
  static final long NOT_PLAIN = Long.MIN_VALUE;

  private final ShardContext context;
  private final LeaseRows rows;
  private final LeaseClock clock;
  private final Liveness liveness;
  private final LeaseLookup lookup;
  private final SessionLookup sessionLookup;

  Renewing(
      ShardContext context, Liveness liveness, LeaseLookup lookup, SessionLookup sessionLookup) {
    this.context = context;
    this.rows = context.rows;
    this.clock = context.clock;
    this.liveness = liveness;
    this.lookup = lookup;
    this.sessionLookup = sessionLookup;
  }

  long touch(int row) {
    return rows.touch(row);
  }

  long renew(int row, int generation, long secretHigh, long secretLow) {
    long plain =
        rows.extendPlain(
            row, LeaseRows.LEASE, generation, secretHigh, secretLow, clock, context.tableMeter);
    return plain == NOT_PLAIN
        ? certain(row, lookCloser(lookup.find(row, generation, secretHigh, secretLow)))
        : plain;
  }

  long keepAlive(int row, int generation, long secretHigh, long secretLow) {
    long plain =
        rows.extendPlain(
            row, LeaseRows.SESSION, generation, secretHigh, secretLow, clock, context.tableMeter);
    return plain == NOT_PLAIN
        ? certain(
            row,
            lookCloserAtSession(new LeaseId(context.shard, row, generation, secretHigh, secretLow)))
        : plain;
  }

  void renew(long ticket, Request.Renew request) {
    if (request.leases().size() == 1) {
      LeaseId lease = request.leases().get(0);
      long outcome = lookCloser(lookup.find(lease));
      long behind = context.behind(lease.row());
      context.reply(ticket, behind, new Reply.Renewed(List.of(describe(lease.row(), outcome))));
      return;
    }
    List<RenewalReply> results = new ArrayList<>(request.leases().size());
    for (LeaseId lease : request.leases()) {
      long outcome = lookCloser(lookup.find(lease));
      boolean uncertain = context.behind(lease.row()) != 0;
      results.add(uncertain ? new RenewalReply.Pending() : describe(lease.row(), outcome));
    }
    context.reply(ticket, 0, new Reply.Renewed(results));
  }

  void keepAlive(long ticket, Request.KeepAlive request) {
    LeaseId session = request.session();
    long outcome = lookCloserAtSession(session);
    long behind = context.behind(session.row());
    context.reply(ticket, behind, new Reply.Renewed(List.of(describe(session.row(), outcome))));
  }

  private long certain(int row, long outcome) {
    return outcome == NOT_PLAIN || context.behind(row) != 0 ? RenewalCode.PENDING : outcome;
  }

  private long lookCloserAtSession(LeaseId session) {
    int row = sessionLookup.rowOf(session);
    if (row == TextIndex.NONE) {
      return refused(RenewalCode.NOT_FOUND);
    }
    return sessionLookup.extendable(session) == TextIndex.NONE ? refused(code(row)) : extend(row);
  }

  private long lookCloser(int row) {
    if (row == TextIndex.NONE) {
      return refused(RenewalCode.NOT_FOUND);
    }
    if (row == LeaseLookup.UNDECIDED) {
      return refused(NOT_PLAIN);
    }
    if (!rows.live(row) || liveness.runsOut(row)) {
      return refused(code(row));
    }
    return context.rows.bound(row) ? left(row) : extend(row);
  }

  /**
   * Returns the validity of a lease under a session. A renewal does not move its end, but its
   * holder must know of an end that a break or the maxLifetime sets.
   */
  private long left(int row) {
    // mistake: untold-end-of-a-bound-lease
    return rows.deadline(row) == Liveness.NEVER
        ? refused(RenewalCode.SESSION_BOUND)
        : liveness.remainingMillis(row);
  }

  private long refused(long code) {
    context.tableMeter.refused(code);
    return code;
  }

  private long extend(int row) {
    long deadline = clock.now() + rows.ttlMillis(row) * 1_000_000;
    RareAttributes attributes = rows.special(row) ? rows.attributes(row) : null;
    context.tableMeter.renewedWith(
        rows.deadline(row) - clock.now(), rows.ttlMillis(row) * 1_000_000);
    // mistake: broken-is-extended
    if (attributes != null && attributes.breaking()) {
      return liveness.remainingMillis(row);
    }
    if (attributes != null && attributes.maxLifetimeMillis != 0) {
      deadline = Math.min(deadline, attributes.lifetimeEnd);
    }
    boolean lapsed = clock.judged() >= rows.deadline(row);
    // mistake: slow-renewal
    if (deadline > rows.deadline(row)) {
      rows.deadline(row, deadline);
    }
    if (lapsed) {
      context.wheel.park(row, rows.deadline(row));
    }
    return Math.min(rows.ttlMillis(row), liveness.remainingMillis(row));
  }

  private long code(int row) {
    return RenewalCode.EXPIRED - liveness.endingTold(row).ordinal();
  }

  private RenewalReply describe(int row, long outcome) {
    if (outcome > 0) {
      context.tableMeter.renewed();
      RareAttributes attributes = rows.attributes(row);
      boolean breaking = attributes != null && attributes.breaking();
      return new RenewalReply.Renewed(
          new Validity(rows.ttlMillis(row), outcome), rows.token(row), breaking);
    }
    if (outcome == NOT_PLAIN || outcome == RenewalCode.PENDING) {
      return new RenewalReply.Pending();
    }
    if (outcome == RenewalCode.NOT_FOUND) {
      return new RenewalReply.NotFound();
    }
    return outcome == RenewalCode.SESSION_BOUND
        ? new RenewalReply.SessionBound(rows.token(row))
        : new RenewalReply.Over(
            liveness.endingTold(row), liveness.endedMillisAgo(row), rows.token(row));
  }
}

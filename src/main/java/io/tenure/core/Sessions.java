package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens and closes sessions, and ends the leases of ended sessions. */
final class Sessions {

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLookup sessionLookup;
  private final Grants grants;
  private final KeyQueues queues;

  Sessions(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLookup sessionLookup,
      Grants grants,
      KeyQueues queues) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.sessionLookup = sessionLookup;
    this.grants = grants;
    this.queues = queues;
  }

  void open(long ticket, Request.OpenSession request) {
    String id = RequestIds.Purpose.SESSION.spell(request.holder(), request.requestId());
    if (repeated(ticket, id) || context.refusesNew(ticket, id)) {
      return;
    }
    boolean room = context.ledger.texts.hasRoom(null, request.holder(), id == null ? 0 : 1);
    int row = room ? grants.freeRow() : TextIndex.NONE;
    if (row == TextIndex.NONE) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "session",
          "the shard has no space for another session (limits.leases-per-shard)");
      return;
    }
    TenureImage.Common session =
        new TenureImage.Common(
            row,
            context.nextRevision(),
            context.newSecret(),
            request.holder(),
            request.ttlMillis(),
            id == null ? List.of() : List.of(id),
            context.wallSeconds());
    context.commit(row, new Change.Begin(new TenureImage.Session(session)));
    grants.arm(row, context.clock.now(), 0);
    context.tableMeter.sessionOpened();
    answerOpened(ticket, row, false);
  }

  void close(long ticket, Request.CloseSession request) {
    int row = sessionLookup.rowOf(request.session());
    if (row == TextIndex.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (sessionLookup.extendable(request.session()) != TextIndex.NONE) {
      long change = ender.endSession(row, EndReason.RELEASED);
      context.reply(ticket, change, new Reply.SessionClosed());
    } else if (liveness.endingTold(row) == EndReason.RELEASED) {
      context.reply(ticket, context.behind(row), new Reply.SessionClosed());
    } else {
      closeEarly(row);
      answerOver(ticket, row);
    }
  }

  /** Ends a session that runs out and is closed by its holder, which no longer believes in it. */
  private void closeEarly(int row) {
    if (rows.live(row)) {
      ender.endSession(row, EndReason.EXPIRED);
    }
  }

  void inspect(long ticket, Request.InspectSession request) {
    int row = sessionLookup.rowOf(request.session());
    if (row == TextIndex.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (sessionLookup.extendable(request.session()) == TextIndex.NONE) {
      answerOver(ticket, row);
    } else {
      SessionLink link = context.ledger.findLink(request.session());
      context.reply(
          ticket,
          context.last(),
          new Reply.SessionState(
              context.ledger.texts.holder(row),
              grants.validity(row),
              link == null ? 0 : link.leaseCount()));
    }
  }

  /** Asks the home of the session again, because the time for it has come. */
  void askAgain(SessionLink link) {
    if (link.idle()) {
      context.ledger.drop(link);
    } else {
      sessionLookup.ask(link);
    }
  }

  /**
   * Ends a slice of the leases and waits under sessions that are over. Returns true when there is
   * more.
   */
  boolean tearDown(int budget) {
    Deque<SessionLink> closing = ender.closing();
    for (int i = 0; i < budget && !closing.isEmpty() && context.ready(); i++) {
      SessionLink link = closing.getFirst();
      if (queues.dismissOne(link)) {
        continue;
      }
      if (link.leaseCount() > 0) {
        int row = link.lastLease();
        Key key = context.ledger.texts.key(row);
        ender.expire(row);
        queues.serve(key);
      } else {
        closing.removeFirst();
        if (link.over != null) {
          ender.tellGuests(link, link.over, context.last());
        }
        ender.dropIfIdle(link);
      }
    }
    return !closing.isEmpty() && context.ready();
  }

  private boolean repeated(long ticket, @Nullable String id) {
    int row = context.ledger.requestIds.find(id);
    if (row == TextIndex.NONE) {
      return false;
    }
    if (rows.live(row) && sessionLookup.extendable(rows.id(context.shard, row)) != TextIndex.NONE) {
      answerOpened(ticket, row, true);
    } else {
      grants.answerConsumed(ticket, row);
    }
    return true;
  }

  private void answerOpened(long ticket, int row, boolean repeated) {
    context.reply(
        ticket,
        context.behind(row),
        new Reply.SessionOpened(
            rows.id(context.shard, row),
            context.ledger.texts.holder(row),
            grants.validity(row),
            repeated));
  }

  private void answerOver(long ticket, int row) {
    context.reply(
        ticket,
        context.behind(row),
        new Refusal.Over(liveness.endingTold(row), liveness.endedMillisAgo(row), rows.token(row)));
  }

  private void refuseUnknown(long ticket, LeaseId session) {
    context.reply(
        ticket,
        context.behind(session.row()),
        new Refusal.Refused(Outcome.NOT_FOUND, "session", "no such session; open one"));
  }
}

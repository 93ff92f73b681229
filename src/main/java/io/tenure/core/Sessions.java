package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.RefusalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens, keeps and ends sessions, speaks of them with other shards, and ends what was theirs. */
final class Sessions {

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLinks links;
  private final Grants grants;
  private final Acquiring acquiring;
  private final StoreDoubt doubt;
  private final SessionsInDoubt sessionsInDoubt;

  Sessions(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLinks links,
      Grants grants,
      Acquiring acquiring,
      StoreDoubt doubt) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.links = links;
    this.grants = grants;
    this.acquiring = acquiring;
    this.doubt = doubt;
    sessionsInDoubt = new SessionsInDoubt(context, liveness);
  }

  void open(long ticket, Request.OpenSession request) {
    String id = RequestIds.Purpose.SESSION.spell(request.holder(), request.requestId());
    if (repeated(ticket, id) || context.refusesNew(ticket, id)) {
      return;
    }
    boolean room = context.ledger.hasRoom(null, request.holder(), id == null ? 0 : 1);
    int slot = room ? grants.freeSlot() : TextIndex.NONE;
    if (slot == TextIndex.NONE) {
      context.refuse(ticket, RefusalCode.LIMIT, "session", "this shard keeps as many as it may");
      return;
    }
    Tenure tenure =
        new Tenure(
            slot,
            context.nextRevision(),
            context.secret(),
            context.secret(),
            null,
            request.holder(),
            request.ttlMillis(),
            Mode.EXCLUSIVE,
            -1,
            0,
            0,
            0,
            null,
            null,
            id == null ? List.of() : List.of(id),
            context.wallSeconds());
    context.commit(slot, new Change.Begin(tenure));
    grants.arm(slot, context.clock.now(), 0);
    context.tableMeter.sessionOpened();
    answerOpened(ticket, slot, false);
  }

  void close(long ticket, Request.CloseSession request) {
    int slot = links.slotOf(request.session());
    if (slot == TextIndex.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (links.kept(request.session()) != TextIndex.NONE) {
      long change = ender.endSession(slot, EndReason.RELEASED);
      context.reply(ticket, change, new Reply.SessionClosed());
    } else if (liveness.endingTold(slot) == EndReason.RELEASED) {
      context.reply(ticket, context.behind(slot), new Reply.SessionClosed());
    } else {
      closeEarly(slot);
      answerOver(ticket, slot);
    }
  }

  /** A session that runs out and is closed by its holder is believed in no longer. */
  private void closeEarly(int slot) {
    if (rows.live(slot)) {
      ender.endSession(slot, EndReason.EXPIRED);
    }
  }

  void inspect(long ticket, Request.InspectSession request) {
    int slot = links.slotOf(request.session());
    if (slot == TextIndex.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (links.kept(request.session()) == TextIndex.NONE) {
      answerOver(ticket, slot);
    } else {
      SessionLink link = context.ledger.bondOf(request.session());
      context.reply(
          ticket,
          context.last(),
          new Reply.SessionState(
              context.ledger.holder(slot),
              grants.term(slot),
              link == null ? 0 : link.leaseCount()));
    }
  }

  void hear(ShardMessage message) {
    if (message instanceof ShardMessage.Ask ask) {
      answer(ask);
    } else if (message instanceof ShardMessage.Alive alive) {
      SessionLink link = guest(alive.session());
      if (link != null && link.over == null && link.question == alive.question()) {
        links.answered(link, alive.askAgainMillis());
        acquiring.admit(link);
      }
    } else if (message instanceof ShardMessage.Over over) {
      SessionLink link = guest(over.session());
      if (link != null && link.over == null) {
        // mistake: unheard-end
        ender.close(link, over.how());
      }
    } else if (message instanceof ShardMessage.Lost lost) {
      sessionsInDoubt.hear(lost);
    } else if (message instanceof ShardMessage.LossHeard heard) {
      doubt.heard(heard);
    }
  }

  /** Sees to a slice of what other shards have lost. True: there is more. */
  boolean seeToLosses() {
    return sessionsInDoubt.look();
  }

  /** The time to ask at home has come. */
  void askAgain(SessionLink link) {
    if (link.idle()) {
      context.ledger.drop(link);
    } else {
      links.ask(link);
    }
  }

  /** Ends a slice of what was under sessions that are over. True: there is more. */
  boolean tearDown(int budget) {
    Deque<SessionLink> closing = ender.closing();
    for (int i = 0; i < budget && !closing.isEmpty() && context.ready(); i++) {
      SessionLink link = closing.getFirst();
      if (!link.unadmitted.isEmpty()) {
        acquiring.dismiss(link.unadmitted.iterator().next());
      } else if (!link.waiters.isEmpty()) {
        acquiring.dismiss(link.waiters.iterator().next());
      } else if (link.leaseCount() > 0) {
        int slot = link.lastLease();
        Key key = context.ledger.key(slot);
        ender.expire(slot);
        acquiring.serve(key);
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

  private void answer(ShardMessage.Ask ask) {
    LeaseId session = ask.session();
    int slot = links.slotOf(session);
    if (slot == TextIndex.NONE) {
      if (!context.quarantine.on()) {
        context.tell(ask.from(), context.last(), new ShardMessage.Over(session, EndReason.EXPIRED));
      }
      return;
    }
    if (links.living(session) == TextIndex.NONE) {
      context.tell(
          ask.from(), context.behind(slot), new ShardMessage.Over(session, rows.ending(slot)));
      return;
    }
    SessionLink link = enrol(slot, ask);
    long behind = Math.max(context.behind(slot), link.enrolledAt);
    long again = liveness.remainingMillis(slot) + 1;
    context.tell(ask.from(), behind, new ShardMessage.Alive(session, ask.question(), again));
  }

  /**
   * Once for each session and guest. An enrolment that is there is of an earlier ownership than the
   * one that asks now, and stays: the session may have leases of all ownerships since.
   */
  private SessionLink enrol(int slot, ShardMessage.Ask ask) {
    SessionLink link = context.ledger.bond(ask.session());
    if (!link.hasGuest(ask.from())) {
      List<GuestShard> guests = new ArrayList<>(link.guests);
      guests.add(new GuestShard(ask.from(), ask.since()));
      guests.sort(Comparator.comparingInt(GuestShard::shard));
      link.enrolledAt =
          context.commit(new Change.Enrol(slot, rows.token(slot), List.copyOf(guests)));
    }
    return link;
  }

  private @Nullable SessionLink guest(LeaseId session) {
    return liveness.isHome(session) ? null : context.ledger.bondOf(session);
  }

  private boolean repeated(long ticket, @Nullable String id) {
    int slot = context.ledger.requestIds.find(id);
    if (slot == TextIndex.NONE) {
      return false;
    }
    if (rows.live(slot) && links.kept(rows.handle(context.shard, slot)) != TextIndex.NONE) {
      answerOpened(ticket, slot, true);
    } else {
      grants.answerConsumed(ticket, slot);
    }
    return true;
  }

  private void answerOpened(long ticket, int slot, boolean repeated) {
    context.reply(
        ticket,
        context.behind(slot),
        new Reply.SessionOpened(
            rows.handle(context.shard, slot),
            context.ledger.holder(slot),
            grants.term(slot),
            repeated));
  }

  private void answerOver(long ticket, int slot) {
    long ago = Math.max(0, (context.clock.judged() - rows.deadline(slot)) / 1_000_000);
    context.reply(
        ticket,
        context.behind(slot),
        new Reply.Over(liveness.endingTold(slot), ago, rows.token(slot)));
  }

  private void refuseUnknown(long ticket, LeaseId session) {
    context.reply(
        ticket,
        context.behind(session.slot()),
        new Reply.Refused(RefusalCode.UNKNOWN, "session", "no such session; open one"));
  }
}

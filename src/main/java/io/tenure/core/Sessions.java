package io.tenure.core;

import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens, keeps and ends sessions, speaks of them with other shards, and ends what was theirs. */
final class Sessions {

  private final Desk desk;
  private final Slots slots;
  private final Judge judge;
  private final Endings endings;
  private final Bonds bonds;
  private final Grants grants;
  private final Acquiring acquiring;

  Sessions(
      Desk desk, Judge judge, Endings endings, Bonds bonds, Grants grants, Acquiring acquiring) {
    this.desk = desk;
    this.slots = desk.slots;
    this.judge = judge;
    this.endings = endings;
    this.bonds = bonds;
    this.grants = grants;
    this.acquiring = acquiring;
  }

  void open(long ticket, Request.OpenSession request) {
    String id = Requests.Purpose.SESSION.spell(request.holder(), request.requestId());
    if (repeated(ticket, id) || desk.refusesNew(ticket, id)) {
      return;
    }
    int slot = grants.freeSlot();
    if (slot == Index.NONE) {
      desk.refuse(ticket, Code.LIMIT, "session", "this shard keeps as many as it may");
      return;
    }
    Tenure tenure =
        new Tenure(
            slot,
            desk.nextRevision(),
            desk.secret(),
            desk.secret(),
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
            desk.wallSeconds());
    desk.commit(slot, new Change.Begin(tenure));
    grants.arm(slot, desk.clock.now(), 0);
    desk.measures.sessionOpened();
    answerOpened(ticket, slot, false);
  }

  void close(long ticket, Request.CloseSession request) {
    int slot = bonds.slotOf(request.session());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (bonds.living(request.session()) != Index.NONE) {
      long change = endings.endSession(slot, Ending.RELEASED);
      desk.reply(ticket, change, new Reply.SessionClosed());
    } else if (slots.ending(slot) == Ending.RELEASED) {
      desk.reply(ticket, desk.behind(slot), new Reply.SessionClosed());
    } else {
      answerOver(ticket, slot);
    }
  }

  void inspect(long ticket, Request.InspectSession request) {
    int slot = bonds.slotOf(request.session());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (bonds.living(request.session()) == Index.NONE) {
      answerOver(ticket, slot);
    } else {
      Bond bond = desk.ledger.bondOf(request.session());
      desk.reply(
          ticket,
          desk.last(),
          new Reply.SessionState(
              desk.ledger.holder(slot), grants.term(slot), bond == null ? 0 : bond.leaseCount()));
    }
  }

  void hear(Word word) {
    if (word instanceof Word.Ask ask) {
      answer(ask);
    } else if (word instanceof Word.Alive alive) {
      Bond bond = guest(alive.session());
      if (bond != null && bond.over == null && bond.question == alive.question()) {
        bonds.answered(bond, alive.askAgainMillis());
        acquiring.admit(bond);
      }
    } else if (word instanceof Word.Over over) {
      Bond bond = guest(over.session());
      if (bond != null && bond.over == null) {
        endings.close(bond, over.how());
      }
    }
  }

  /** The time to ask at home has come. */
  void askAgain(Bond bond) {
    if (bond.idle()) {
      desk.ledger.drop(bond);
    } else {
      bonds.ask(bond);
    }
  }

  /** Ends a slice of what was under sessions that are over. True: there is more. */
  boolean tearDown(int budget) {
    Deque<Bond> closing = endings.closing();
    for (int i = 0; i < budget && !closing.isEmpty() && desk.ready(); i++) {
      Bond bond = closing.getFirst();
      if (!bond.unadmitted.isEmpty()) {
        acquiring.dismiss(bond.unadmitted.iterator().next());
      } else if (!bond.waiters.isEmpty()) {
        acquiring.dismiss(bond.waiters.iterator().next());
      } else if (bond.leaseCount() > 0) {
        int slot = bond.lastLease();
        Key key = desk.ledger.key(slot);
        endings.expire(slot);
        acquiring.serve(key);
      } else {
        closing.removeFirst();
        endings.dropIfIdle(bond);
      }
    }
    return !closing.isEmpty() && desk.ready();
  }

  private void answer(Word.Ask ask) {
    Handle session = ask.session();
    int slot = bonds.slotOf(session);
    if (slot == Index.NONE) {
      if (!desk.quarantine.on()) {
        desk.tell(ask.from(), desk.last(), new Word.Over(session, Ending.EXPIRED));
      }
      return;
    }
    if (bonds.living(session) == Index.NONE) {
      desk.tell(ask.from(), desk.behind(slot), new Word.Over(session, slots.ending(slot)));
      return;
    }
    Bond bond = bonds.find(session);
    if (bond != null) {
      bond.enrolled.add(ask.from());
      long again = judge.remainingMillis(slot) + 1;
      desk.tell(ask.from(), desk.behind(slot), new Word.Alive(session, ask.question(), again));
    }
  }

  private @Nullable Bond guest(Handle session) {
    return judge.isHome(session) ? null : desk.ledger.bondOf(session);
  }

  private boolean repeated(long ticket, @Nullable String id) {
    int slot = desk.ledger.requests.find(id);
    if (slot == Index.NONE) {
      return false;
    }
    if (slots.live(slot) && bonds.living(slots.handle(desk.shard, slot)) != Index.NONE) {
      answerOpened(ticket, slot, true);
    } else {
      grants.answerConsumed(ticket, slot);
    }
    return true;
  }

  private void answerOpened(long ticket, int slot, boolean repeated) {
    desk.reply(
        ticket,
        desk.behind(slot),
        new Reply.SessionOpened(
            slots.handle(desk.shard, slot), desk.ledger.holder(slot), grants.term(slot), repeated));
  }

  private void answerOver(long ticket, int slot) {
    long ago = Math.max(0, (desk.clock.judged() - slots.deadline(slot)) / 1_000_000);
    desk.reply(
        ticket, desk.behind(slot), new Reply.Over(slots.ending(slot), ago, slots.token(slot)));
  }

  private void refuseUnknown(long ticket, Handle session) {
    desk.reply(
        ticket,
        desk.behind(session.slot()),
        new Reply.Refused(Code.UNKNOWN, "session", "no such session; open one"));
  }
}

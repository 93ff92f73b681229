package io.tenure.core;

import java.util.ArrayList;
import java.util.Comparator;
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
  private final Doubt doubt;
  private final Losses losses;

  Sessions(
      Desk desk,
      Judge judge,
      Endings endings,
      Bonds bonds,
      Grants grants,
      Acquiring acquiring,
      Doubt doubt) {
    this.desk = desk;
    this.slots = desk.slots;
    this.judge = judge;
    this.endings = endings;
    this.bonds = bonds;
    this.grants = grants;
    this.acquiring = acquiring;
    this.doubt = doubt;
    losses = new Losses(desk, judge);
  }

  void open(long ticket, Request.OpenSession request) {
    String id = Requests.Purpose.SESSION.spell(request.holder(), request.requestId());
    if (repeated(ticket, id) || desk.refusesNew(ticket, id)) {
      return;
    }
    boolean room = desk.ledger.hasRoom(null, request.holder(), id == null ? 0 : 1);
    int slot = room ? grants.freeSlot() : Index.NONE;
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
    } else if (bonds.kept(request.session()) != Index.NONE) {
      long change = endings.endSession(slot, Ending.RELEASED);
      desk.reply(ticket, change, new Reply.SessionClosed());
    } else if (judge.endingTold(slot) == Ending.RELEASED) {
      desk.reply(ticket, desk.behind(slot), new Reply.SessionClosed());
    } else {
      closeEarly(slot);
      answerOver(ticket, slot);
    }
  }

  /** A session that runs out and is closed by its holder is believed in no longer. */
  private void closeEarly(int slot) {
    if (slots.live(slot)) {
      endings.endSession(slot, Ending.EXPIRED);
    }
  }

  void inspect(long ticket, Request.InspectSession request) {
    int slot = bonds.slotOf(request.session());
    if (slot == Index.NONE) {
      refuseUnknown(ticket, request.session());
    } else if (bonds.kept(request.session()) == Index.NONE) {
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
        // mistake: unheard-end
        endings.close(bond, over.how());
      }
    } else if (word instanceof Word.Lost lost) {
      losses.hear(lost);
    } else if (word instanceof Word.LossHeard heard) {
      doubt.heard(heard);
    }
  }

  /** Sees to a slice of what other shards have lost. True: there is more. */
  boolean seeToLosses() {
    return losses.look();
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
        if (bond.over != null) {
          endings.tellGuests(bond, bond.over, desk.last());
        }
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
    Bond bond = enrol(slot, ask);
    long behind = Math.max(desk.behind(slot), bond.enrolledAt);
    long again = judge.remainingMillis(slot) + 1;
    desk.tell(ask.from(), behind, new Word.Alive(session, ask.question(), again));
  }

  /**
   * Once for each session and guest. An enrolment that is there is of an earlier ownership than the
   * one that asks now, and stays: the session may have leases of all ownerships since.
   */
  private Bond enrol(int slot, Word.Ask ask) {
    Bond bond = desk.ledger.bond(ask.session());
    if (!bond.hasGuest(ask.from())) {
      List<Guest> guests = new ArrayList<>(bond.guests);
      guests.add(new Guest(ask.from(), ask.since()));
      guests.sort(Comparator.comparingInt(Guest::shard));
      bond.enrolledAt = desk.commit(new Change.Enrol(slot, slots.token(slot), List.copyOf(guests)));
    }
    return bond;
  }

  private @Nullable Bond guest(Handle session) {
    return judge.isHome(session) ? null : desk.ledger.bondOf(session);
  }

  private boolean repeated(long ticket, @Nullable String id) {
    int slot = desk.ledger.requests.find(id);
    if (slot == Index.NONE) {
      return false;
    }
    if (slots.live(slot) && bonds.kept(slots.handle(desk.shard, slot)) != Index.NONE) {
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
        ticket, desk.behind(slot), new Reply.Over(judge.endingTold(slot), ago, slots.token(slot)));
  }

  private void refuseUnknown(long ticket, Handle session) {
    desk.reply(
        ticket,
        desk.behind(session.slot()),
        new Reply.Refused(Code.UNKNOWN, "session", "no such session; open one"));
  }
}

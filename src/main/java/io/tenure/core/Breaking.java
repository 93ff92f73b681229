package io.tenure.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends the tenures of whoever holds a key, at once or after a grace: an operator's act. */
final class Breaking {

  private static final Requests.Purpose[] PURPOSES = {
    Requests.Purpose.BREAK, Requests.Purpose.DOOM
  };

  /** Holders in a row that may be forgotten while others of the same break are not. */
  private static final int FORGOTTEN_MAX = 16;

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Endings endings;
  private final Acquiring acquiring;
  private final Departures departures;

  Breaking(Desk desk, Endings endings, Acquiring acquiring, Departures departures) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.endings = endings;
    this.acquiring = acquiring;
    this.departures = departures;
  }

  void breakOff(long ticket, Request.Break request) {
    if (repeated(ticket, request) || desk.refusesNew(ticket, request.requestId())) {
      return;
    }
    List<Integer> holders = departures.standing(request.key());
    if (holders.isEmpty()) {
      desk.reply(
          ticket,
          desk.last(),
          new Reply.Refused(Code.NOT_HELD, "key", "nobody holds it; nothing to break"));
      return;
    }
    if (request.token() != 0) {
      holders.removeIf(slot -> slots.token(slot) != request.token());
    }
    if (holders.isEmpty()) {
      desk.reply(
          ticket,
          desk.last(),
          new Reply.Refused(Code.CHANGED_HANDS, "token", "look again at who holds the key now"));
    } else {
      breakOff(ticket, request, holders);
    }
  }

  private boolean repeated(long ticket, Request.Break request) {
    if (request.requestId() == null) {
      return false;
    }
    for (Requests.Purpose purpose : PURPOSES) {
      List<Long> tokens = broken(purpose, request);
      if (!tokens.isEmpty()) {
        boolean atOnce = purpose == Requests.Purpose.BREAK;
        desk.reply(ticket, desk.last(), new Reply.Broken(tokens, atOnce));
        return true;
      }
    }
    return false;
  }

  /** Some of those broken may be forgotten by now: those that ended first, or left before. */
  private List<Long> broken(Requests.Purpose purpose, Request.Break request) {
    List<Long> tokens = new ArrayList<>();
    int missed = 0;
    for (int place = 0; missed <= FORGOTTEN_MAX; place++) {
      int slot = ledger.requests.find(idOf(purpose, request, place));
      missed = slot == Index.NONE ? missed + 1 : 0;
      if (slot != Index.NONE) {
        tokens.add(0, slots.token(slot));
      }
    }
    return tokens;
  }

  private void breakOff(long ticket, Request.Break request, List<Integer> holders) {
    boolean atOnce = request.graceMillis() == 0;
    if (request.graceMillis() == Request.GRACE_TTL && holders.stream().anyMatch(ledger::bound)) {
      desk.refuse(
          ticket, Code.INVALID, "grace", "a lease under a session has no ttl; name a duration");
      return;
    }
    List<Long> tokens = new ArrayList<>();
    int place = holders.size();
    for (int slot : holders) {
      place--;
      tokens.add(slots.token(slot));
      if (atOnce) {
        String id = idOf(Requests.Purpose.BREAK, request, place);
        // mistake: broken-lives-on
        endings.end(slot, Ending.BROKEN, request.reason(), id);
      } else {
        doom(slot, request, idOf(Requests.Purpose.DOOM, request, place));
      }
    }
    desk.reply(ticket, desk.last(), new Reply.Broken(tokens, atOnce));
    acquiring.serve(request.key());
  }

  private void doom(int slot, Request.Break request, @Nullable String id) {
    long now = desk.clock.now();
    long left = Math.max(0, slots.deadline(slot) - now);
    long grace = request.graceMillis();
    long graceNanos = grace == Request.GRACE_TTL ? left : Math.min(left, grace * 1_000_000);
    long graceMillis = (graceNanos + 999_999) / 1_000_000;
    desk.commit(slot, new Change.Doom(slot, slots.token(slot), graceMillis, request.reason(), id));
    long end = Math.min(slots.deadline(slot), now + graceNanos);
    slots.deadline(slot, Math.max(end, desk.clock.judged()));
    desk.wheel.park(slot, slots.deadline(slot));
    desk.event(desk.about(slot, Event.Kind.BREAKING, request.reason(), null));
  }

  /**
   * Each of several holders broken by one request is remembered by its place among them, counted
   * from the last: that one is forgotten last.
   */
  private static @Nullable String idOf(Requests.Purpose purpose, Request.Break request, int place) {
    return purpose.spell(request.key() + "\n" + place, request.requestId());
  }
}

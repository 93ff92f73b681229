package io.tenure.core;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers what a dashboard asks: a bounded look each time, however much there is. As {@link Views},
 * it shows nothing that is not yet durable.
 */
final class Survey {

  /** Slots looked at for one page: their keys lie anywhere, so these are half as many as usual. */
  static final int SLOTS_PER_PAGE = 2_048;

  /** Entries of each stretch of the wheel looked at for one answer. */
  static final int ENTRIES_PER_LOOK = 128;

  /** The nearer level, and the spans of which a part lies within {@link #SOON_NANOS}. */
  private static final int STRETCHES_PER_LOOK = 5;

  /** What ends next is in these. */
  private static final int STRETCHES_SHOWN = 2;

  private static final long SOON_NANOS = 60_000_000_000L;

  /** Holders looked at for one answer: as many as one key may have. */
  static final int HOLDERS_PER_LOOK = Limits.HOLDERS_PER_KEY_MAX;

  /** Waiters told of for one key. */
  static final int WAITERS_SHOWN_MAX = 100;

  /** Events looked at for one key: as many as a shard keeps, unless told to keep many more. */
  static final int EVENTS_SEEN_MAX = 4_096;

  private final Desk desk;
  private final Ledger ledger;
  private final Slots slots;
  private final Judge judge;
  private final Views views;

  Survey(Desk desk, Judge judge, Views views) {
    this.desk = desk;
    this.ledger = desk.ledger;
    this.slots = desk.slots;
    this.judge = judge;
    this.views = views;
  }

  void find(long ticket, Request.Find request) {
    int holder = request.holder().isEmpty() ? 0 : ledger.holderNumber(request.holder());
    byte[] prefix = request.prefix().getBytes(StandardCharsets.UTF_8);
    byte[] part = request.part().getBytes(StandardCharsets.UTF_8);
    List<Reply.Listed> found = new ArrayList<>();
    int slot = (int) Math.min(request.cursor(), slots.count());
    int end = Math.min(slots.count(), slot + SLOTS_PER_PAGE);
    if (holder == Index.NONE) {
      slot = slots.count();
    }
    while (slot < end && found.size() < request.limit()) {
      if (shows(slot)
          && (holder == 0 || slots.holder.get(slot) == holder)
          && ledger.keyStartsWith(slot, prefix)
          && ledger.keyContains(slot, part)) {
        found.add(views.listed(slot));
      }
      slot++;
    }
    long next = slot >= slots.count() ? 0 : slot;
    desk.reply(ticket, desk.last(), new Reply.Page(found, next, desk.revision()));
  }

  void lookAll(long ticket, Request.LookAll request) {
    List<Reply.KeyState> states = views.statesOf(request.keys(), HOLDERS_PER_LOOK);
    desk.reply(ticket, desk.last(), new Reply.KeyStates(states));
  }

  void soonest(long ticket, Request.Soonest request) {
    List<Integer> candidates = new ArrayList<>();
    int looked = 0;
    long due = 0;
    for (int stretch = 0; stretch < STRETCHES_PER_LOOK; stretch++) {
      List<Integer> here = new ArrayList<>();
      int seen =
          desk.wheel.peek(
              stretch,
              ENTRIES_PER_LOOK,
              slot -> {
                if (shows(slot)) {
                  here.add(slot);
                }
              });
      due +=
          here.stream().filter(this::soon).count()
              * desk.wheel.entries(stretch)
              / Math.max(1, seen);
      if (stretch < STRETCHES_SHOWN) {
        candidates.addAll(here);
        looked += seen;
      }
    }
    List<Reply.Listed> leases =
        candidates.stream()
            .sorted(Comparator.comparingLong(slots::deadline))
            .limit(request.limit())
            .map(views::listed)
            .toList();
    desk.reply(ticket, desk.last(), new Reply.Soon(leases, looked < ENTRIES_PER_LOOK, due));
  }

  private boolean soon(int slot) {
    return slots.deadline(slot) - desk.clock.now() <= SOON_NANOS;
  }

  void recall(long ticket, Request.Recall request) {
    List<Event> events = new ArrayList<>();
    boolean complete = desk.history().fits(EVENTS_SEEN_MAX);
    long since =
        desk.history()
            .latest(
                EVENTS_SEEN_MAX,
                event -> {
                  if (event.key().equals(request.key())) {
                    events.add(event);
                  }
                });
    List<Reply.Waiting> queue = new ArrayList<>();
    Place place = ledger.placeOf(request.key());
    if (place != null) {
      place.show(
          WAITERS_SHOWN_MAX,
          waiter ->
              queue.add(
                  new Reply.Waiting(
                      waiter.request.holder(),
                      waiter.request.mode(),
                      Math.max(0, (waiter.until - desk.clock.now()) / 1_000_000))));
    }
    desk.reply(ticket, desk.last(), new Reply.Recalled(events, since, complete, queue));
  }

  void sessions(long ticket, Request.BrowseSessions request) {
    List<SessionView> found = new ArrayList<>();
    int slot = (int) Math.min(request.cursor(), slots.count());
    int end = Math.min(slots.count(), slot + SLOTS_PER_PAGE);
    while (slot < end && found.size() < request.limit()) {
      if (slots.live(slot) && slots.isSession(slot) && judge.stands(slot)) {
        found.add(session(slot));
      }
      slot++;
    }
    long next = slot >= slots.count() ? 0 : slot;
    desk.reply(ticket, desk.last(), new Reply.SessionPage(found, next));
  }

  void kept(long ticket, Request.Kept request) {
    List<Reply.Listed> kept = new ArrayList<>();
    Bond bond = ledger.bondOf(request.session());
    if (bond != null) {
      int count = Math.min(bond.leaseCount(), request.limit());
      for (int at = 0; at < count; at++) {
        kept.add(views.listed(bond.lease(at)));
      }
    }
    desk.reply(ticket, desk.last(), new Reply.Page(kept, 0, desk.revision()));
  }

  private SessionView session(int slot) {
    Handle session = slots.handle(desk.shard, slot);
    @Nullable Bond bond = ledger.bondOf(session);
    return new SessionView(
        session,
        ledger.holder(slot),
        slots.token(slot),
        ledger.sinceSeconds(slot),
        slots.ttlMillis(slot),
        judge.remainingMillis(slot),
        bond == null ? 0 : bond.leaseCount(),
        bond == null ? List.of() : bond.guests.stream().map(Guest::shard).toList());
  }

  private boolean shows(int slot) {
    return slots.live(slot) && !slots.isSession(slot) && judge.of(slot) != Judge.Standing.OVER;
  }
}

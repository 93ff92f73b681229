package io.tenure.core;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.List;

/** Shows what is so, to anybody: never a leaseId, and nothing that is not yet durable. */
final class LeaseViews {

  /** Slots looked at for one page: bounded work per turn, however few of them match. */
  static final int SLOTS_PER_PAGE = 4_096;

  /** Takes one held key; false when it wants no more. */
  interface Shower {
    boolean show(Key key, HolderView holder);
  }

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final Departures departures;
  private final Grants grants;

  LeaseViews(ShardContext context, Liveness liveness, Departures departures, Grants grants) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.departures = departures;
    this.grants = grants;
  }

  void inspect(long ticket, Request.Inspect request) {
    int slot = departures.living(ticket, request.lease());
    if (slot != TextIndex.NONE) {
      context.reply(ticket, context.last(), new Reply.LeaseState(view(slot), ledger.key(slot)));
    }
  }

  void look(long ticket, Request.Look request) {
    Reply.KeyState state = stateOf(request.key());
    context.reply(ticket, context.last(), state);
  }

  /** Looking may end what has lapsed and grant the key to who waits: see first, then say when. */
  Reply.KeyState stateOf(Key key) {
    return stateOf(key, holdersOf(key));
  }

  /** The first of {@code keys}, one at least and no more than have so many holders; ends nobody. */
  List<Reply.KeyState> statesOf(List<Key> keys, int holdersMax) {
    List<Reply.KeyState> states = new ArrayList<>();
    int seen = 0;
    for (Key key : keys) {
      List<Integer> holders = departures.holders(key);
      seen += holders.size();
      if (seen > holdersMax && !states.isEmpty()) {
        break;
      }
      holders.removeIf(slot -> !liveness.stands(slot));
      states.add(stateOf(key, views(holders)));
    }
    return states;
  }

  private Reply.KeyState stateOf(Key key, List<HolderView> holders) {
    KeyEntry entry = ledger.placeOf(key);
    return new Reply.KeyState(
        key,
        holders,
        entry == null ? 0 : entry.waiting(),
        grants.barredMillis(entry),
        context.revision(),
        context.quarantinedShard());
  }

  /** The lease that lives at {@code slot}. */
  Reply.Listed listed(int slot) {
    return new Reply.Listed(ledger.key(slot), view(slot));
  }

  void browse(long ticket, Request.Browse request) {
    List<Reply.Listed> keys = new ArrayList<>();
    int next =
        scan(
            (int) Math.min(request.cursor(), rows.count()),
            SLOTS_PER_PAGE,
            request.prefix().getBytes(java.nio.charset.StandardCharsets.UTF_8),
            (key, holder) -> {
              keys.add(new Reply.Listed(key, holder));
              return keys.size() < request.limit();
            });
    context.reply(
        ticket, context.last(), new Reply.Page(keys, Math.max(0, next), context.revision()));
  }

  List<HolderView> holdersOf(Key key) {
    return views(departures.standing(key));
  }

  private List<HolderView> views(List<Integer> holders) {
    List<HolderView> views = new ArrayList<>(holders.size());
    for (int slot : holders) {
      views.add(view(slot));
    }
    return views;
  }

  /** Shows held keys by slot; returns the slot to go on from, or -1 when all were shown. */
  int scan(int from, int slotsMax, byte[] prefix, Shower shower) {
    int end = Math.min(rows.count(), from + slotsMax);
    int slot = from;
    boolean wanted = true;
    while (slot < end && wanted) {
      boolean shown =
          rows.live(slot)
              && !rows.isSession(slot)
              && ledger.keyStartsWith(slot, prefix)
              && liveness.of(slot) != Liveness.Standing.OVER;
      if (shown) {
        wanted = shower.show(ledger.key(slot), view(slot));
      }
      slot++;
    }
    return slot >= rows.count() ? -1 : slot;
  }

  private HolderView view(int slot) {
    RareAttributes attributes = rows.terms(slot);
    return new HolderView(
        ledger.holder(slot),
        rows.token(slot),
        ledger.mode(slot),
        ledger.slotNumber(slot),
        ledger.sinceSeconds(slot),
        grants.ttlMillis(slot),
        grants.remaining(slot),
        attributes != null && attributes.breaking(),
        ledger.bound(slot),
        ledger.value(slot));
  }
}

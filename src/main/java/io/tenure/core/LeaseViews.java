package io.tenure.core;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LifespanView;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows the state of keys and leases to any caller: never a leaseId, and nothing that is not yet
 * durable.
 */
final class LeaseViews {

  /** Rows read for one page: the work of a turn is bounded, even when few rows match. */
  static final int ROWS_PER_PAGE = 4_096;

  /** Receives one held key. Returns false when it wants no more. */
  interface Shower {
    boolean show(Key key, HolderView holder);
  }

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final Expiring expiring;
  private final LeaseLookup lookup;
  private final Grants grants;

  LeaseViews(
      ShardContext context,
      Liveness liveness,
      Expiring expiring,
      LeaseLookup lookup,
      Grants grants) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.expiring = expiring;
    this.lookup = lookup;
    this.grants = grants;
  }

  void inspect(long ticket, Request.Inspect request) {
    int row = lookup.findLiving(ticket, request.lease());
    if (row != TextIndex.NONE) {
      context.reply(ticket, context.last(), new Reply.LeaseState(view(row), ledger.texts.key(row)));
    }
  }

  void look(long ticket, Request.Look request) {
    Reply.KeyState state = stateOf(request.key());
    context.reply(ticket, context.last(), state);
  }

  /**
   * Returns the state of the key. This may end lapsed leases and grant the key to a waiter, so the
   * holders are read before the change number of the reply.
   */
  Reply.KeyState stateOf(Key key) {
    return stateOf(key, holdersOf(key));
  }

  /**
   * Returns the states of the first of {@code keys}: at least one, and no more than have {@code
   * holdersMax} holders in all. Ends no lease.
   */
  List<Reply.KeyState> statesOf(List<Key> keys, int holdersMax) {
    List<Reply.KeyState> states = new ArrayList<>();
    int seen = 0;
    for (Key key : keys) {
      List<Integer> holders = ledger.holders(key);
      seen += holders.size();
      if (seen > holdersMax && !states.isEmpty()) {
        break;
      }
      holders.removeIf(row -> !liveness.isAlive(row));
      states.add(stateOf(key, views(holders)));
    }
    return states;
  }

  private Reply.KeyState stateOf(Key key, List<HolderView> holders) {
    KeyEntry entry = ledger.findEntry(key);
    return new Reply.KeyState(
        key,
        holders,
        entry == null ? 0 : entry.waiting(),
        grants.lockedMillis(entry),
        context.revision(),
        context.quarantinedShard());
  }

  /** Returns the view of the living lease at {@code row}. */
  PerShardReply.Listed listed(int row) {
    return new PerShardReply.Listed(ledger.texts.key(row), view(row));
  }

  void browse(long ticket, PerShardRequest.Browse request) {
    List<PerShardReply.Listed> keys = new ArrayList<>();
    int next =
        scan(
            (int) Math.min(request.cursor(), rows.count()),
            ROWS_PER_PAGE,
            request.prefix().getBytes(java.nio.charset.StandardCharsets.UTF_8),
            (key, holder) -> {
              keys.add(new PerShardReply.Listed(key, holder));
              return keys.size() < request.limit();
            });
    context.reply(
        ticket,
        context.last(),
        new PerShardReply.Page(keys, Math.max(0, next), context.revision()));
  }

  List<HolderView> holdersOf(Key key) {
    return views(expiring.aliveHolders(key));
  }

  private List<HolderView> views(List<Integer> holders) {
    List<HolderView> views = new ArrayList<>(holders.size());
    for (int row : holders) {
      views.add(view(row));
    }
    return views;
  }

  /** Shows held keys by row. Returns the row to continue from, or -1 when all were shown. */
  int scan(int from, int rowsMax, byte[] prefix, Shower shower) {
    int end = Math.min(rows.count(), from + rowsMax);
    int row = from;
    boolean wanted = true;
    while (row < end && wanted) {
      boolean shown =
          rows.live(row)
              && !rows.isSession(row)
              && ledger.texts.keyStartsWith(row, prefix)
              && liveness.state(row) != Liveness.State.OVER;
      if (shown) {
        wanted = shower.show(ledger.texts.key(row), view(row));
      }
      row++;
    }
    return row >= rows.count() ? -1 : row;
  }

  private HolderView view(int row) {
    RareAttributes attributes = rows.attributes(row);
    return new HolderView(
        ledger.texts.holder(row),
        rows.token(row),
        rows.mode(row),
        rows.slotNumber(row),
        new LifespanView(
            rows.sinceSeconds(row), grants.ttlMillis(row), grants.remaining(row), rows.bound(row)),
        attributes != null && attributes.breaking(),
        rows.value(row));
  }
}

package io.tenure.core;

import io.tenure.api.LeaseEvent;
import io.tenure.api.LeaseId;
import io.tenure.api.LifespanView;
import io.tenure.api.Limits;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Reply;
import io.tenure.api.SessionView;
import io.tenure.core.memory.TextIndex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers the queries of the dashboard, each with a bounded amount of work. As {@link LeaseViews},
 * it shows nothing that is not yet durable.
 */
final class DashboardQueries implements Query.QueryCases {

  /**
   * Rows read for one page. Their keys are scattered in memory, so the limit is half of the usual
   * one.
   */
  static final int ROWS_PER_PAGE = 2_048;

  /** Entries read of each stretch of the wheel for one answer. */
  static final int ENTRIES_PER_LOOK = 128;

  /**
   * Stretches read for one answer: the nearer level, and the spans that lie at least in part within
   * {@link #SOON_NANOS}.
   */
  private static final int STRETCHES_PER_LOOK = 5;

  /** The first stretches, which contain the leases that end next. */
  private static final int STRETCHES_SHOWN = 2;

  private static final long SOON_NANOS = 60_000_000_000L;

  /** Holders read for one answer: as many as one key may have. */
  static final int HOLDERS_PER_LOOK = Limits.HOLDERS_PER_KEY_MAX;

  /** The most waiters listed for one key. */
  static final int WAITERS_SHOWN_MAX = 100;

  /**
   * Events read for one key: as many as a shard stores, unless it is configured to store many more.
   */
  static final int EVENTS_SEEN_MAX = 4_096;

  private final ShardContext context;
  private final Ledger ledger;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final LeaseViews views;

  DashboardQueries(ShardContext context, Liveness liveness, LeaseViews views) {
    this.context = context;
    this.ledger = context.ledger;
    this.rows = context.rows;
    this.liveness = liveness;
    this.views = views;
  }

  @Override
  public void find(long ticket, Query.Find request) {
    int holder = request.holder().isEmpty() ? 0 : ledger.texts.holderNumber(request.holder());
    byte[] prefix = request.prefix().getBytes(StandardCharsets.UTF_8);
    byte[] part = request.part().getBytes(StandardCharsets.UTF_8);
    List<PerShardReply.Listed> found = new ArrayList<>();
    int row = (int) Math.min(request.cursor(), rows.count());
    int end = Math.min(rows.count(), row + ROWS_PER_PAGE);
    if (holder == TextIndex.NONE) {
      row = rows.count();
    }
    while (row < end && found.size() < request.limit()) {
      if (shows(row)
          && (holder == 0 || rows.holder.get(row) == holder)
          && ledger.texts.keyStartsWith(row, prefix)
          && ledger.texts.keyContains(row, part)) {
        found.add(views.listed(row));
      }
      row++;
    }
    long next = row >= rows.count() ? 0 : row;
    context.reply(ticket, context.last(), new PerShardReply.Page(found, next, context.revision()));
  }

  @Override
  public void lookAll(long ticket, Query.LookAll request) {
    List<Reply.KeyState> states = views.statesOf(request.keys(), HOLDERS_PER_LOOK);
    context.reply(ticket, context.last(), new PerShardReply.KeyStates(states));
  }

  @Override
  public void soonest(long ticket, Query.Soonest request) {
    List<Integer> candidates = new ArrayList<>();
    int looked = 0;
    long due = 0;
    for (int stretch = 0; stretch < STRETCHES_PER_LOOK; stretch++) {
      List<Integer> here = new ArrayList<>();
      int seen =
          context.wheel.peek(
              stretch,
              ENTRIES_PER_LOOK,
              row -> {
                if (shows(row)) {
                  here.add(row);
                }
              });
      due +=
          here.stream().filter(this::soon).count()
              * context.wheel.entries(stretch)
              / Math.max(1, seen);
      if (stretch < STRETCHES_SHOWN) {
        candidates.addAll(here);
        looked += seen;
      }
    }
    List<PerShardReply.Listed> leases =
        candidates.stream()
            .sorted(Comparator.comparingLong(rows::deadline))
            .limit(request.limit())
            .map(views::listed)
            .toList();
    context.reply(
        ticket, context.last(), new PerShardReply.Soon(leases, looked < ENTRIES_PER_LOOK, due));
  }

  private boolean soon(int row) {
    return rows.deadline(row) - context.clock.now() <= SOON_NANOS;
  }

  @Override
  public void recall(long ticket, Query.Recall request) {
    List<LeaseEvent> events = new ArrayList<>();
    boolean complete = context.history().fits(EVENTS_SEEN_MAX);
    long since =
        context
            .history()
            .latest(
                EVENTS_SEEN_MAX,
                event -> {
                  if (event.key().equals(request.key())) {
                    events.add(event);
                  }
                });
    List<PerShardReply.Waiting> queue = new ArrayList<>();
    KeyEntry entry = ledger.findEntry(request.key());
    if (entry != null) {
      entry.show(
          WAITERS_SHOWN_MAX,
          waiter ->
              queue.add(
                  new PerShardReply.Waiting(
                      waiter.request.holder(),
                      waiter.request.mode(),
                      Math.max(0, (waiter.until - context.clock.now()) / 1_000_000))));
    }
    context.reply(
        ticket, context.last(), new PerShardReply.Recalled(events, since, complete, queue));
  }

  @Override
  public void sessions(long ticket, Query.BrowseSessions request) {
    List<SessionView> found = new ArrayList<>();
    int row = (int) Math.min(request.cursor(), rows.count());
    int end = Math.min(rows.count(), row + ROWS_PER_PAGE);
    while (row < end && found.size() < request.limit()) {
      if (rows.live(row) && rows.isSession(row) && liveness.isAlive(row)) {
        found.add(session(row));
      }
      row++;
    }
    long next = row >= rows.count() ? 0 : row;
    context.reply(ticket, context.last(), new PerShardReply.SessionPage(found, next));
  }

  @Override
  public void leasesOfSession(long ticket, Query.LeasesOfSession request) {
    List<PerShardReply.Listed> kept = new ArrayList<>();
    SessionLink link = ledger.findLink(request.session());
    if (link != null) {
      int count = Math.min(link.leaseCount(), request.limit());
      for (int at = 0; at < count; at++) {
        kept.add(views.listed(link.lease(at)));
      }
    }
    context.reply(ticket, context.last(), new PerShardReply.Page(kept, 0, context.revision()));
  }

  private SessionView session(int row) {
    LeaseId session = rows.id(context.shard, row);
    @Nullable SessionLink link = ledger.findLink(session);
    return new SessionView(
        session,
        ledger.texts.holder(row),
        rows.token(row),
        new LifespanView(
            rows.sinceSeconds(row), rows.ttlMillis(row), liveness.remainingMillis(row), false),
        link == null ? 0 : link.leaseCount(),
        link == null ? List.of() : link.guests.stream().map(SessionGuestShard::shard).toList());
  }

  private boolean shows(int row) {
    return rows.live(row) && !rows.isSession(row) && liveness.state(row) != Liveness.State.OVER;
  }
}

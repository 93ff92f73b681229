package io.tenure.core;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.WatchUpdate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The watchers of keys, and the snapshots for watchers that could not resume (G8). */
final class Watchers {

  /** Rows read in one turn for one snapshot. */
  static final int ROWS_PER_TURN = 512;

  /** The pushes of one turn. With many watchers fewer leases end in one turn. */
  static final int PUSHES_PER_TURN = 2_048;

  /** The most pushes that may wait for the store before snapshots wait as well. */
  static final int PUSHES_WAITING_MAX = 8_192;

  private static final class Watcher {
    final long name;
    final @Nullable Key key;
    final byte[] prefix;
    int snapshotAt;

    Watcher(long name, @Nullable Key key, String prefix) {
      this.name = name;
      this.key = key;
      this.prefix = prefix.getBytes(StandardCharsets.UTF_8);
    }

    boolean follows(Key other) {
      return key == null ? other.startsWith(prefix) : key.equals(other);
    }
  }

  private final ShardContext context;
  private final LeaseViews views;
  private final int watchersMax;
  private final Map<Long, Watcher> watchers = new HashMap<>();
  private final Map<Key, List<Watcher>> byKey = new HashMap<>();
  private final Map<Long, Watcher> byPrefix = new LinkedHashMap<>();
  private final Deque<Watcher> owed = new ArrayDeque<>();

  Watchers(ShardContext context, LeaseViews views, int watchersMax) {
    this.context = context;
    this.views = views;
    this.watchersMax = watchersMax;
    context.onEvent(this::send);
  }

  int count() {
    return watchers.size();
  }

  /**
   * Returns the number of leases that may end in one turn: each end is pushed to every watcher of a
   * prefix.
   */
  int endsPerTurn(int endsMax) {
    return Math.max(1, Math.min(endsMax, PUSHES_PER_TURN / Math.max(1, byPrefix.size())));
  }

  void watch(long ticket, PerShardRequest.Watch request) {
    if (watchers.size() == watchersMax) {
      context.refuse(
          ticket,
          Outcome.LIMIT,
          "watch",
          "the shard has its " + watchersMax + " watchers; try again later");
      return;
    }
    long revision = context.revision();
    boolean fromNow = request.from() == PerShardRequest.FROM_NOW;
    long from = fromNow ? revision : request.from();
    boolean resync = !fromNow && !context.resumesFrom(from);
    context.reply(
        ticket, context.last(), new PerShardReply.Watching(resync ? revision : from, resync));
    Watcher watcher = new Watcher(ticket, request.key(), request.prefix());
    enrol(watcher);
    if (resync) {
      owed.add(watcher);
    } else {
      context.history().after(from, event -> sendIfFollowed(watcher, event));
    }
  }

  void unwatch(long ticket, PerShardRequest.Unwatch request) {
    Watcher watcher = watchers.remove(request.watcher());
    if (watcher != null) {
      leave(watcher);
    }
    context.reply(ticket, 0, new PerShardReply.Unwatched());
  }

  /** Sends another slice of a pending snapshot. Returns true when there is more to send. */
  boolean showMore() {
    Watcher watcher = owed.peekFirst();
    if (watcher == null || context.pushesWaiting() >= PUSHES_WAITING_MAX) {
      return false;
    }
    int end = watcher.key == null ? showSlice(watcher) : showKey(watcher, watcher.key);
    if (end < 0) {
      owed.removeFirst();
      push(watcher, new WatchUpdate.Synchronised(context.revision()));
    }
    return !owed.isEmpty();
  }

  private int showKey(Watcher watcher, Key key) {
    for (HolderView holder : views.holdersOf(key)) {
      push(watcher, new WatchUpdate.Shown(key, holder));
    }
    return -1;
  }

  /**
   * Sends a slice of a snapshot. Events continue meanwhile: each notice is true at its revision.
   */
  private int showSlice(Watcher watcher) {
    watcher.snapshotAt =
        views.scan(
            watcher.snapshotAt,
            ROWS_PER_TURN,
            watcher.prefix,
            (key, holder) -> {
              push(watcher, new WatchUpdate.Shown(key, holder));
              return true;
            });
    return watcher.snapshotAt;
  }

  private void enrol(Watcher watcher) {
    watchers.put(watcher.name, watcher);
    if (watcher.key == null) {
      byPrefix.put(watcher.name, watcher);
    } else {
      byKey.computeIfAbsent(watcher.key, key -> new ArrayList<>()).add(watcher);
    }
  }

  private void leave(Watcher watcher) {
    owed.remove(watcher);
    if (watcher.key == null) {
      byPrefix.remove(watcher.name);
      return;
    }
    List<Watcher> others = byKey.get(watcher.key);
    if (others != null && others.remove(watcher) && others.isEmpty()) {
      byKey.remove(watcher.key);
    }
  }

  private void send(LeaseEvent event) {
    if (watchers.isEmpty()) {
      return;
    }
    for (Watcher watcher : byKey.getOrDefault(event.key(), List.of())) {
      push(watcher, new WatchUpdate.Happened(event));
    }
    for (Watcher watcher : byPrefix.values()) {
      sendIfFollowed(watcher, event);
    }
  }

  private void sendIfFollowed(Watcher watcher, LeaseEvent event) {
    if (watcher.follows(event.key())) {
      push(watcher, new WatchUpdate.Happened(event));
    }
  }

  private void push(Watcher watcher, WatchUpdate notice) {
    context.push(watcher.name, notice);
  }
}

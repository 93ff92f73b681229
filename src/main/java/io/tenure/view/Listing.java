package io.tenure.view;

import io.tenure.core.Event;
import io.tenure.core.HolderView;
import io.tenure.core.Key;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.shard.Leases;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys that one search shows, for all who look at it: at most so many rows. Looks for them a
 * bounded stretch at a time; what it has found it asks for again each second, so that a viewer
 * costs what it sees, however many leases there are. Owned by the board's loop.
 */
final class Listing {

  /** More than anybody reads, and some tens of kilobytes. */
  static final int ROWS_MAX = 500;

  /** Stretches of some thousand slots looked at in a beat: two million leases a second. */
  private static final int QUESTIONS_PER_BEAT = 256;

  /** On their way at once, so that no loop hears many of them in a row. */
  private static final int IN_FLIGHT_MAX = 8;

  /** A row that ended is shown as ended for so many beats. */
  private static final int GONE_BEATS = 12;

  /** A search that has to be made again rests for so many times the beats that it took. */
  private static final int REST_PER_BEAT = 4;

  private record Stretch(int shard, long cursor) {}

  private static final class Row {
    JsonObject shown;
    int goneBeats;

    Row(JsonObject shown) {
      this.shown = shown;
    }
  }

  private final Leases leases;
  private final Sought sought;
  private final Map<Key, Row> rows = new LinkedHashMap<>();
  private final Deque<Stretch> ahead = new ArrayDeque<>();

  /** Granted since the last look at such keys; what finds no room is {@link #missed}. */
  private final Set<Key> granted = new LinkedHashSet<>();

  private int looks;
  private int inFlight;
  private int questionsLeft;
  private int unreachable;
  private int searchBeats;
  private int restBeats;

  /** Something that matches may be held which is neither shown nor ahead. */
  private boolean missed;

  /** Something that matches was seen ahead, and found no room. */
  private boolean more;

  private boolean changed = true;

  Listing(Leases leases, Sought sought) {
    this.leases = leases;
    this.sought = sought;
    searchAgain();
  }

  /** Begins the search anew, keeping what it shows. */
  void searchAgain() {
    ahead.clear();
    unreachable = 0;
    missed = false;
    more = false;
    searchBeats = 0;
    for (int shard = 0; shard < leases.shards(); shard++) {
      ahead.add(new Stretch(shard, 0));
    }
  }

  /** A few times a second. */
  void beat() {
    if (rows.values().removeIf(row -> row.goneBeats > 0 && ++row.goneBeats > GONE_BEATS)) {
      changed = true;
      more = false;
    }
    questionsLeft = QUESTIONS_PER_BEAT;
    lookAtGranted();
    if (inFlight > 0 || !ahead.isEmpty() && !more) {
      searchBeats++;
      restBeats = searchBeats * REST_PER_BEAT;
    } else if (restBeats > 0) {
      restBeats--;
    } else if (ahead.isEmpty() && (unreachable > 0 || missed && hasRoom())) {
      searchAgain();
    }
    search();
  }

  /** Once a second: how the shown rows stand now. */
  void refresh() {
    Map<Integer, List<Key>> byShard = new HashMap<>();
    rows.forEach(
        (key, row) -> {
          if (row.goneBeats == 0) {
            byShard.computeIfAbsent(leases.shardOf(key), shard -> new ArrayList<>()).add(key);
          }
        });
    byShard.forEach((shard, keys) -> look(shard, keys, heard -> {}));
  }

  void happened(Event event) {
    Key key = event.key();
    switch (event.kind()) {
      case GRANTED -> {
        if (sought.fits(key, event.holder())) {
          note(key);
        }
      }
      case RELEASED, EXPIRED, BROKEN, TRANSFERRED -> {
        Row row = rows.get(key);
        if (row != null && row.shown.getInteger("holders", 1) <= 1) {
          gone(row, event);
        }
      }
      default -> {}
    }
  }

  /** Whether {@link #shown} would show something else than at the last time. */
  boolean changed() {
    return changed;
  }

  JsonObject shown() {
    changed = false;
    JsonArray shown = new JsonArray();
    rows.values().forEach(row -> shown.add(row.shown));
    double part = 1 - (ahead.size() + inFlight) / (double) leases.shards();
    return new JsonObject()
        .put("rows", shown)
        .put("now", Rows.nowMillis())
        .put("full", !hasRoom() && (more || missed))
        .put("missed", missed)
        .put("searched", Math.max(0, part))
        .put("unreachable", unreachable);
  }

  private void search() {
    while (inFlight < IN_FLIGHT_MAX && questionsLeft > 0 && !more && !ahead.isEmpty()) {
      Stretch next = ahead.remove();
      inFlight++;
      questionsLeft--;
      leases
          .ask(next.shard, sought.question(next.cursor, ROWS_MAX))
          .answer()
          .onSuccess(
              answer -> {
                inFlight--;
                take(next, Answered.as(Reply.Page.class, answer));
                search();
              });
    }
  }

  private void take(Stretch asked, Reply.@Nullable Page page) {
    if (page == null) {
      unreachable++;
      return;
    }
    boolean whole = true;
    for (Reply.Listed listed : page.keys()) {
      whole &= show(listed.key(), listed.holder());
    }
    if (!whole) {
      ahead.addFirst(asked);
      changed |= !more;
      more = true;
    } else if (page.next() != 0) {
      ahead.addFirst(new Stretch(asked.shard, page.next()));
    }
  }

  private boolean show(Key key, HolderView holder) {
    Row row = rows.get(key);
    if (row != null) {
      row.goneBeats = 0;
      return true;
    }
    if (!hasRoom()) {
      return false;
    }
    changed = true;
    rows.put(key, new Row(Rows.lease(key, holder)));
    return true;
  }

  private void note(Key key) {
    boolean room = rows.containsKey(key) || hasRoom();
    if (room && granted.size() < ROWS_MAX) {
      granted.add(key);
    } else if (!granted.contains(key)) {
      miss();
    }
  }

  /** In one question for each shard, however much was granted. */
  private void lookAtGranted() {
    if (looks > 0) {
      return;
    }
    Map<Integer, List<Key>> byShard = new HashMap<>();
    granted.forEach(
        key -> byShard.computeIfAbsent(leases.shardOf(key), shard -> new ArrayList<>()).add(key));
    granted.clear();
    looks = byShard.size();
    byShard.forEach(
        (shard, keys) ->
            look(
                shard,
                keys,
                heard -> {
                  looks--;
                  if (!heard) {
                    miss();
                  }
                }));
  }

  private void look(int shard, List<Key> keys, Consumer<Boolean> heard) {
    leases
        .ask(shard, new Request.LookAll(keys))
        .answer()
        .onSuccess(
            answer -> {
              Reply.KeyStates states = Answered.as(Reply.KeyStates.class, answer);
              if (states != null) {
                states.states().forEach(this::stands);
              }
              heard.accept(states != null);
            });
  }

  private void stands(Reply.KeyState state) {
    Row row = rows.get(state.key());
    boolean free = state.holders().isEmpty();
    changed |= row == null ? !free : free;
    if (row != null && free && row.goneBeats == 0) {
      row.goneBeats = 1;
      row.shown = row.shown.copy().put("gone", "ended");
    } else if (row != null && !free) {
      row.goneBeats = 0;
      row.shown = Rows.key(state);
    } else if (row == null && !free && hasRoom()) {
      rows.put(state.key(), new Row(Rows.key(state)));
    } else if (row == null && !free) {
      miss();
    }
  }

  private boolean hasRoom() {
    return rows.size() < ROWS_MAX;
  }

  private void miss() {
    changed |= !missed;
    missed = true;
  }

  private void gone(Row row, Event event) {
    if (row.shown.getLong("token", 0L) <= event.token()) {
      changed = true;
      row.goneBeats = 1;
      row.shown = row.shown.copy().put("gone", Rows.word(event.kind()));
    }
  }
}

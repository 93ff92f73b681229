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
import java.util.List;
import java.util.Map;
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
  private int inFlight;
  private int questionsLeft;
  private int unreachable;
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
    for (int shard = 0; shard < leases.shards(); shard++) {
      ahead.add(new Stretch(shard, 0));
    }
  }

  /** A few times a second. */
  void beat() {
    changed |= rows.values().removeIf(row -> row.goneBeats > 0 && ++row.goneBeats > GONE_BEATS);
    questionsLeft = QUESTIONS_PER_BEAT;
    if (ahead.isEmpty() && unreachable > 0) {
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
    byShard.forEach(
        (shard, keys) ->
            leases
                .ask(shard, new Request.LookAll(keys))
                .answer()
                .onSuccess(
                    answer -> {
                      Reply.KeyStates states = Answered.as(Reply.KeyStates.class, answer);
                      if (states != null) {
                        states.states().forEach(this::stands);
                      }
                    }));
  }

  void happened(Event event) {
    Key key = event.key();
    switch (event.kind()) {
      case GRANTED -> {
        if (sought.fits(key, event.holder())) {
          granted(key);
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
    double part = 1 - ahead.size() / (double) leases.shards();
    return new JsonObject()
        .put("rows", shown)
        .put("full", rows.size() >= ROWS_MAX)
        .put("searched", Math.max(0, part))
        .put("unreachable", unreachable);
  }

  private void search() {
    while (inFlight < IN_FLIGHT_MAX
        && questionsLeft > 0
        && rows.size() < ROWS_MAX
        && !ahead.isEmpty()) {
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
    if (rows.size() >= ROWS_MAX) {
      return false;
    }
    changed = true;
    rows.put(key, new Row(Rows.lease(key, holder)));
    return true;
  }

  /** Shown as it stands with the next look; until then by what is known. */
  private void granted(Key key) {
    Row row = rows.get(key);
    if (row == null && rows.size() >= ROWS_MAX) {
      return;
    }
    leases
        .ask(leases.shardOf(key), new Request.LookAll(List.of(key)))
        .answer()
        .onSuccess(
            answer -> {
              Reply.KeyStates states = Answered.as(Reply.KeyStates.class, answer);
              if (states != null && (rows.containsKey(key) || rows.size() < ROWS_MAX)) {
                states.states().forEach(this::stands);
              }
            });
  }

  private void stands(Reply.KeyState state) {
    Row row = rows.get(state.key());
    boolean free = state.holders().isEmpty();
    changed |= row == null || free;
    if (row != null && free && row.goneBeats == 0) {
      row.goneBeats = 1;
      row.shown = row.shown.copy().put("gone", "ended");
    } else if (row != null && !free) {
      row.goneBeats = 0;
      row.shown = Rows.key(state);
    } else if (row == null && !free) {
      rows.put(state.key(), new Row(Rows.key(state)));
    }
  }

  private void gone(Row row, Event event) {
    if (row.shown.getLong("token", 0L) <= event.token()) {
      changed = true;
      row.goneBeats = 1;
      row.shown = row.shown.copy().put("gone", Rows.word(event.kind()));
    }
  }
}

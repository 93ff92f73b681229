package io.tenure.view;

import static java.util.stream.Collectors.joining;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Reply;
import io.tenure.api.ShardRequest.Query;
import io.tenure.door.Caller;
import io.tenure.door.Gateway;
import io.tenure.wire.Spelling;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
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
final class KeySearch {

  /** More than anybody reads, and some tens of kilobytes. */
  static final int ROWS_MAX = 500;

  /** Stretches of some thousand slots looked at in a beat: two million leases a second. */
  private static final int QUESTIONS_PER_BEAT = 256;

  /** On their way at once, so that no loop hears many of them in a row. */
  private static final int IN_FLIGHT_MAX = 8;

  /** A search that has to be made again rests for so many times the beats that it took. */
  private static final int REST_PER_BEAT = 4;

  /** Of a row that is over, nobody knows how. */
  private static final String ENDED = "ended";

  private record Stretch(int shard, long cursor) {}

  private final Gateway gateway;
  private final SearchTerms sought;
  private final Map<Key, KeyRow> rows = new LinkedHashMap<>();
  private final Deque<Stretch> ahead = new ArrayDeque<>();

  /** Granted, or ended in part, since the last look at such keys. */
  private final Set<Key> noted = new LinkedHashSet<>();

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

  KeySearch(Gateway gateway, SearchTerms sought) {
    this.gateway = gateway;
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
    for (int shard = 0; shard < gateway.shards(); shard++) {
      ahead.add(new Stretch(shard, 0));
    }
  }

  /** A few times a second. */
  void beat() {
    if (rows.values().removeIf(KeyRow::leaves)) {
      changed = true;
      more = false;
    }
    questionsLeft = QUESTIONS_PER_BEAT;
    lookAtNoted();
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

  /** Once a second: how the shown rows stand now, and whether those that ended have. */
  void refresh() {
    byShard(rows.keySet()).forEach((shard, keys) -> look(shard, keys, heard -> {}));
  }

  void happened(LeaseEvent event) {
    Key key = event.key();
    switch (event.kind()) {
      case GRANTED -> {
        if (sought.fits(key, event.holder())) {
          note(key);
        }
      }
      case RELEASED, EXPIRED, BROKEN, TRANSFERRED -> {
        KeyRow row = rows.get(key);
        if (row != null && row.endsWith(event.token())) {
          end(row, Spelling.of(event.kind()));
        } else if (row != null) {
          note(key);
        }
      }
      default -> {}
    }
  }

  /** Whether {@link #shown} would show something else than at the last time. */
  boolean changed() {
    return changed;
  }

  /** As JSON: each row is spelled once for each look at it. */
  String shown() {
    changed = false;
    double part = 1 - (ahead.size() + inFlight) / (double) gateway.shards();
    return new SpelledObject()
        .put("now", DashboardJson.nowMillis())
        .put("full", !hasRoom() && (more || missed))
        .put("missed", missed)
        .put("searched", Math.max(0, part))
        .put("unreachable", unreachable)
        .spelled(
            "rows", rows.values().stream().map(KeyRow::spelled).collect(joining(",", "[", "]")))
        .toString();
  }

  private void search() {
    while (inFlight < IN_FLIGHT_MAX && questionsLeft > 0 && !more && !ahead.isEmpty()) {
      Stretch next = ahead.remove();
      inFlight++;
      questionsLeft--;
      gateway
          .ask(Caller.PAGES, next.shard, sought.question(next.cursor, ROWS_MAX))
          .answer()
          .onSuccess(
              answer -> {
                inFlight--;
                take(next, Replies.as(Reply.Page.class, answer));
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
      whole &= show(listed);
    }
    if (!whole) {
      ahead.addFirst(asked);
      changed |= !more;
      more = true;
    } else if (page.next() != 0) {
      ahead.addFirst(new Stretch(asked.shard, page.next()));
    }
  }

  /** False when there is no room for it. */
  private boolean show(Reply.Listed listed) {
    KeyRow row = rows.get(listed.key());
    if (row != null && !row.gone()) {
      return true;
    }
    if (row == null && !hasRoom()) {
      return false;
    }
    changed = true;
    rows.put(listed.key(), KeyRow.found(listed));
    return true;
  }

  /** A row that is shown is looked at within a second in any case. */
  private void note(Key key) {
    boolean shown = rows.containsKey(key);
    if ((shown || hasRoom()) && noted.size() < ROWS_MAX) {
      noted.add(key);
    } else if (!shown && !noted.contains(key)) {
      miss();
    }
  }

  /** In one question for each shard, unless very many hold the keys, however much happened. */
  private void lookAtNoted() {
    if (looks > 0) {
      return;
    }
    Map<Integer, List<Key>> byShard = byShard(noted);
    noted.clear();
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
    gateway
        .ask(Caller.PAGES, shard, new Query.LookAll(keys))
        .answer()
        .onSuccess(
            answer -> {
              Reply.KeyStates seen = Replies.as(Reply.KeyStates.class, answer);
              if (seen == null) {
                heard.accept(false);
                return;
              }
              seen.states().forEach(this::stands);
              if (seen.states().size() < keys.size()) {
                look(shard, keys.subList(seen.states().size(), keys.size()), heard);
              } else {
                heard.accept(true);
              }
            });
  }

  private void stands(Reply.KeyState state) {
    KeyRow row = rows.get(state.key());
    HolderView holder = fitting(state);
    if (row == null && holder != null && !hasRoom()) {
      miss();
    } else if (row == null && holder != null) {
      changed = true;
      rows.put(state.key(), KeyRow.of(state, holder));
    } else if (row != null && holder != null) {
      changed |= row.gone();
      row.stands(state, holder);
    } else if (row != null && !row.gone()) {
      end(row, ENDED);
    }
  }

  /** Of those who hold it the first one that was sought. */
  private @Nullable HolderView fitting(Reply.KeyState state) {
    return state.holders().stream()
        .filter(holder -> sought.fits(state.key(), holder.holder()))
        .findFirst()
        .orElse(null);
  }

  private Map<Integer, List<Key>> byShard(Collection<Key> keys) {
    Map<Integer, List<Key>> byShard = new HashMap<>();
    keys.forEach(
        key -> byShard.computeIfAbsent(gateway.shardOf(key), shard -> new ArrayList<>()).add(key));
    return byShard;
  }

  private boolean hasRoom() {
    return rows.size() < ROWS_MAX;
  }

  private void miss() {
    changed |= !missed;
    missed = true;
  }

  private void end(KeyRow row, String how) {
    changed = true;
    row.end(how);
  }
}

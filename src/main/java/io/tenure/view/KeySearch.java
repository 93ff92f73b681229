package io.tenure.view;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest.Query;
import io.tenure.api.Reply;
import io.tenure.door.AdmittedOperation;
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
 * Finds a bounded number of keys for one search, for all pages with that search. The search reads a
 * bounded part of the leases at a time. The found keys are read again each second. So the cost of a
 * page depends on its rows, and not on the number of leases. Owned by the dashboard's loop.
 */
final class KeySearch {

  /** The number of rows: more than a person reads, and some tens of kilobytes. */
  static final int ROWS_MAX = 500;

  /**
   * The number of questions in a beat, each about a few thousand rows of a lease table: two million
   * leases a second.
   */
  private static final int QUESTIONS_PER_BEAT = 256;

  /** The number of questions under way at once, so that no loop receives many of them in a row. */
  private static final int IN_FLIGHT_MAX = 8;

  /** A search that has to be repeated pauses for this many times the beats that it took. */
  private static final int REST_PER_BEAT = 4;

  /** The word for a row that has ended in an unknown way. */
  private static final String ENDED = "ended";

  private record Stretch(int shard, long cursor) {}

  private final AdmittedOperation admitted;
  private final SearchTerms sought;
  private final Map<Key, FoundKey> rows = new LinkedHashMap<>();
  private final Deque<Stretch> ahead = new ArrayDeque<>();

  /**
   * The keys with a grant, or with the end of one of several leases, since these keys were last
   * read.
   */
  private final Set<Key> noted = new LinkedHashSet<>();

  private int looks;
  private int inFlight;
  private int questionsLeft;
  private int unreachable;
  private int searchBeats;
  private int restBeats;

  /** Whether a matching key may be held that is neither shown nor still to be searched. */
  private boolean missed;

  /** Whether the search saw a matching key for which there was no room. */
  private boolean more;

  private boolean changed = true;

  KeySearch(AdmittedOperation admitted, SearchTerms sought) {
    this.admitted = admitted;
    this.sought = sought;
    searchAgain();
  }

  /** Begins the search anew; the shown rows stay. */
  void searchAgain() {
    ahead.clear();
    unreachable = 0;
    missed = false;
    more = false;
    searchBeats = 0;
    for (int shard = 0; shard < admitted.shards(); shard++) {
      ahead.add(new Stretch(shard, 0));
    }
  }

  /** Called a few times a second. */
  void beat() {
    if (rows.values().removeIf(FoundKey::leaves)) {
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

  /**
   * Called once a second: reads the shown rows again, also to see whether ended rows are really
   * over.
   */
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
        FoundKey row = rows.get(key);
        if (row != null && row.endsWith(event.token())) {
          end(row, Spelling.of(event.kind()));
        } else if (row != null) {
          note(key);
        }
      }
      default -> {}
    }
  }

  /** Whether {@link #shown} would return something else than the last time. */
  boolean changed() {
    return changed;
  }

  /** Returns the rows as JSON; the text of a row is written once for each state of that row. */
  String shown() {
    changed = false;
    double part = 1 - (ahead.size() + inFlight) / (double) admitted.shards();
    return DashboardJson.list()
        .put("full", !hasRoom() && (more || missed))
        .put("missed", missed)
        .put("searched", Math.max(0, part))
        .put("unreachable", unreachable)
        .spelled("rows", DashboardJson.array(rows.values().stream().map(FoundKey::spelled)))
        .toString();
  }

  private void search() {
    while (inFlight < IN_FLIGHT_MAX && questionsLeft > 0 && !more && !ahead.isEmpty()) {
      Stretch next = ahead.remove();
      inFlight++;
      questionsLeft--;
      admitted
          .ask(next.shard, sought.question(next.cursor, ROWS_MAX))
          .answer()
          .onSuccess(
              answer -> {
                inFlight--;
                take(next, ExpectedReply.as(PerShardReply.Page.class, answer));
                search();
              });
    }
  }

  private void take(Stretch asked, PerShardReply.@Nullable Page page) {
    if (page == null) {
      unreachable++;
      return;
    }
    boolean whole = true;
    for (PerShardReply.Listed listed : page.keys()) {
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

  /** Adds a row. Returns false when there is no room for it. */
  private boolean show(PerShardReply.Listed listed) {
    FoundKey row = rows.get(listed.key());
    if (row != null && !row.gone()) {
      return true;
    }
    if (row == null && !hasRoom()) {
      return false;
    }
    changed = true;
    rows.put(listed.key(), FoundKey.found(listed));
    return true;
  }

  /** Notes a key to be read soon. A shown row is read within a second in any case. */
  private void note(Key key) {
    boolean shown = rows.containsKey(key);
    if ((shown || hasRoom()) && noted.size() < ROWS_MAX) {
      noted.add(key);
    } else if (!shown && !noted.contains(key)) {
      miss();
    }
  }

  /**
   * Reads the noted keys with one question for each shard, however much happened. Only keys with
   * very many holders need more questions.
   */
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
    admitted
        .ask(shard, new Query.LookAll(keys))
        .answer()
        .onSuccess(
            answer -> {
              PerShardReply.KeyStates seen =
                  ExpectedReply.as(PerShardReply.KeyStates.class, answer);
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
    FoundKey row = rows.get(state.key());
    HolderView holder = fitting(state);
    if (row == null && holder != null && !hasRoom()) {
      miss();
    } else if (row == null && holder != null) {
      changed = true;
      rows.put(state.key(), FoundKey.of(state, holder));
    } else if (row != null && holder != null) {
      changed |= row.gone();
      row.stands(state, holder);
    } else if (row != null && !row.gone()) {
      end(row, ENDED);
    }
  }

  /** Returns the first holder of the key that matches the search; null without one. */
  private @Nullable HolderView fitting(Reply.KeyState state) {
    return state.holders().stream()
        .filter(holder -> sought.fits(state.key(), holder.holder()))
        .findFirst()
        .orElse(null);
  }

  private Map<Integer, List<Key>> byShard(Collection<Key> keys) {
    Map<Integer, List<Key>> byShard = new HashMap<>();
    keys.forEach(
        key -> byShard.computeIfAbsent(admitted.shardOf(key), shard -> new ArrayList<>()).add(key));
    return byShard;
  }

  private boolean hasRoom() {
    return rows.size() < ROWS_MAX;
  }

  private void miss() {
    changed |= !missed;
    missed = true;
  }

  private void end(FoundKey row, String how) {
    changed = true;
    row.end(how);
  }
}

package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.core.Change;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Records every event of a shard by revision: each watcher must have seen a part of them. */
final class EventLog {

  private final Auditor auditor;
  private final List<LeaseEvent> events = new ArrayList<>();
  private final Set<Long> expected = new HashSet<>();
  private final boolean relaxed;

  EventLog(Auditor auditor, boolean relaxed) {
    this.auditor = auditor;
    this.relaxed = relaxed;
  }

  /** A new table opened: it owes no events of the table before. */
  void opened() {
    expected.clear();
  }

  /** A change that watchers must see in the turn that decides it. */
  void decided(Change change, @Nullable Life life) {
    if (life == null || life.key == null) {
      return;
    }
    if (change instanceof Change.Begin) {
      expected.add(sign(LeaseEvent.Kind.GRANTED, life.token()));
    } else if (change instanceof Change.End end) {
      expected.add(sign(LeaseEvent.Kind.valueOf(end.how().name()), life.token()));
    }
  }

  void endOfTurn() {
    if (!expected.isEmpty()) {
      auditor.fail("G8", null, "no event was made of " + expected.size() + " changes");
    }
  }

  /** Adds an event; every table reports its events from its first instant. */
  void add(LeaseEvent event) {
    expected.remove(sign(event.kind(), event.token()));
    if (event.revision() <= lastRevision()) {
      auditor.fail(
          "G8", event.key(), "revision " + event.revision() + " comes after " + lastRevision());
    }
    if (event.kind() == LeaseEvent.Kind.GRANTED && event.revision() != event.token()) {
      auditor.fail("G8", event.key(), "a grant whose revision is not its token: " + event);
    }
    events.add(event);
  }

  /** The revision of the last event; 0 before the first. */
  long lastRevision() {
    return events.isEmpty() ? 0 : events.get(events.size() - 1).revision();
  }

  /**
   * Checks that {@code seen} has all matching events after {@code from}, up to the last one seen.
   */
  void verify(long from, List<LeaseEvent> seen, @Nullable Key key, String prefix) {
    int at = after(from);
    for (LeaseEvent event : seen) {
      if (relaxed && !happened(event.revision())) {
        continue;
      }
      while (at < events.size() && !matches(events.get(at), key, prefix)) {
        at++;
      }
      if (at == events.size() || events.get(at).revision() != event.revision()) {
        auditor.fail(
            "G8",
            event.key(),
            "a watcher from "
                + from
                + " was sent "
                + event
                + " and not "
                + (at == events.size() ? "nothing" : events.get(at)));
      }
      at++;
    }
  }

  /** A relaxed server may report decisions that it makes at the same time as its successor. */
  private boolean happened(long revision) {
    int next = after(revision - 1);
    return next < events.size() && events.get(next).revision() == revision;
  }

  private static long sign(LeaseEvent.Kind kind, long token) {
    return token << 3 | kind.ordinal();
  }

  private static boolean matches(LeaseEvent event, @Nullable Key key, String prefix) {
    return key == null ? event.key().startsWith(prefix) : key.equals(event.key());
  }

  private int after(long revision) {
    int low = 0;
    int high = events.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (events.get(middle).revision() <= revision) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

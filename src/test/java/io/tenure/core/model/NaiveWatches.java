package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.WatchUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The events that watchers must receive: every event that results from the changes, once and in
 * order.
 */
final class NaiveWatches {

  /** An event that a change has caused, and that no watcher has received yet. */
  private record Owed(LeaseEvent.Kind kind, NaiveTenure tenure, long place) {}

  private static final class NaiveWatcher {
    final PerShardRequest.Watch wish;
    final Deque<LeaseEvent> pending = new ArrayDeque<>();
    final Set<Long> shown = new HashSet<>();
    boolean resync;

    NaiveWatcher(PerShardRequest.Watch wish) {
      this.wish = wish;
    }

    boolean wants(Key key) {
      return wish.key() == null ? key.startsWith(wish.prefix()) : key.equals(wish.key());
    }
  }

  private final NaiveLeases leases;
  private final Deque<Owed> owed = new ArrayDeque<>();
  private final List<LeaseEvent> history = new ArrayList<>();
  private final Map<Long, NaiveWatcher> watchers = new HashMap<>();

  NaiveWatches(NaiveLeases leases) {
    this.leases = leases;
  }

  void owe(LeaseEvent.Kind kind, NaiveTenure tenure, long place) {
    if (!tenure.isSession()) {
      owed.add(new Owed(kind, tenure, place));
    }
  }

  int count() {
    return watchers.size();
  }

  long lastRevision() {
    return history.isEmpty() ? leases.numbers.first : history.get(history.size() - 1).revision();
  }

  void watching(long ticket, PerShardRequest.Watch wish, PerShardReply.Watching reply) {
    NaiveWatcher watcher = new NaiveWatcher(wish);
    watcher.resync = reply.resync();
    unless(!watchers.containsKey(ticket), "a watcher twice", ticket);
    unless(reply.revision() <= leases.numbers.last, "watching from the future", reply);
    boolean resumes = wish.from() != PerShardRequest.FROM_NOW;
    long missed = history.stream().filter(each -> each.revision() > wish.from()).count();
    boolean reaches =
        wish.from() >= leases.numbers.resumable
            && wish.from() <= leases.numbers.last
            && !leases.quarantine.inDoubt();
    if (!resumes) {
      unless(!reply.resync(), "a snapshot that nobody asked for", wish, reply);
    } else if (!reaches || missed > leases.limits.historyMax()) {
      unless(reply.resync(), "a silent gap: history does not reach back", wish, reply);
    } else {
      unless(!reply.resync(), "a snapshot though history reaches back", wish, reply, missed);
    }
    if (resumes && !reply.resync()) {
      history.stream()
          .filter(each -> each.revision() > wish.from() && watcher.wants(each.key()))
          .forEach(watcher.pending::add);
    }
    watchers.put(ticket, watcher);
  }

  boolean unwatch(long ticket) {
    return watchers.remove(ticket) != null;
  }

  void pushed(long ticket, long behind, WatchUpdate notice) {
    if (notice instanceof WatchUpdate.Happened happened) {
      meet(happened.event(), behind);
    }
    NaiveWatcher watcher = watchers.get(ticket);
    if (watcher == null) {
      throw new Disagreement("a push to nobody: " + ticket + " " + notice);
    }
    if (notice instanceof WatchUpdate.Happened happened) {
      LeaseEvent due = watcher.pending.poll();
      unless(happened.event().equals(due), "not the next event", ticket, happened, due);
    } else if (notice instanceof WatchUpdate.Shown shown) {
      shown(watcher, shown, behind);
    } else if (notice instanceof WatchUpdate.Synchronised) {
      synchronised(watcher);
    }
  }

  /** Compares an event with the model when the first watcher receives it. */
  private void meet(LeaseEvent event, long behind) {
    if (event.revision() <= lastRevision()) {
      return;
    }
    Owed due = owed.poll();
    if (due == null) {
      throw new Disagreement("an event that nothing caused: " + event);
    }
    NaiveTenure of = due.tenure();
    unless(
        event.kind() == due.kind()
            && event.key().equals(of.key())
            && event.holder().equals(of.begun.holder())
            && event.token() == of.token()
            && event.slot() == of.begun.slotNumber(),
        "the wrong event",
        event,
        due.kind(),
        of);
    if (event.kind() == LeaseEvent.Kind.GRANTED) {
      unless(event.revision() == event.token(), "a grant's revision is its token", event);
      unless(Objects.equals(event.value(), of.begun.value()), "its value", event, of);
    } else {
      unless(event.revision() > leases.numbers.last, "revisions must grow", event);
      unless(
          event.revision() >>> 22 == leases.numbers.epoch,
          "not of this epoch",
          event,
          leases.numbers.epoch);
      leases.numbers.last = event.revision();
    }
    if (event.kind() == LeaseEvent.Kind.VALUED) {
      unless(Objects.equals(event.value(), of.value), "its new value", event, of);
    }
    if (event.kind() == LeaseEvent.Kind.BREAKING || event.kind() == LeaseEvent.Kind.BROKEN) {
      unless(event.reason().equals(of.reason), "its reason", event, of.reason);
    }
    if (event.kind() == LeaseEvent.Kind.EXPIRED) {
      boolean withSession = of.bound() && leases.endOfSession(of) != null;
      unless(event.reason().equals(withSession ? "session" : ""), "its reason", event, of);
    }
    unless(leases.covers(behind, due.place()), "an event before its change is kept", event);
    history.add(event);
    for (NaiveWatcher each : watchers.values()) {
      if (each.wants(event.key())) {
        each.pending.add(event);
      }
    }
  }

  private void shown(NaiveWatcher watcher, WatchUpdate.Shown shown, long behind) {
    unless(watcher.resync, "a snapshot that nobody asked for", shown);
    unless(watcher.wants(shown.key()), "not asked to be shown", shown);
    NaiveTenure tenure = leases.withToken(shown.holder().token());
    if (tenure == null || tenure.ended != null || !tenure.key().equals(shown.key())) {
      throw new Disagreement("shown, but not there: " + shown + " " + tenure);
    }
    unless(leases.covers(behind, tenure.lastPlace), "shown before it is kept", shown);
    new ViewJudge(leases).check(tenure, shown.holder());
    watcher.shown.add(tenure.token());
  }

  private void synchronised(NaiveWatcher watcher) {
    unless(watcher.resync, "synchronised, but it was no snapshot");
    unless(watcher.pending.isEmpty(), "synchronised before its events", watcher.pending);
    watcher.resync = false;
    for (LeaseEvent event : history) {
      if (event.kind() == LeaseEvent.Kind.GRANTED && event.revision() > watcher.wish.from()) {
        watcher.shown.add(event.token());
      }
    }
    for (NaiveTenure tenure : leases.live) {
      if (!tenure.isSession() && watcher.wants(tenure.key()) && leases.alive(tenure)) {
        unless(watcher.shown.contains(tenure.token()), "a snapshot without", tenure);
      }
    }
  }

  /** Checks after each call that the watcher of all keys has received every event. */
  void afterCall() {
    unless(owed.isEmpty(), "a change without its event", owed.peek());
  }

  /** Checks after the last tick that every watcher has received everything. */
  void whenQuiet() {
    for (NaiveWatcher each : watchers.values()) {
      unless(each.pending.isEmpty() && !each.resync, "a watcher was left behind", each.wish);
    }
  }

  List<LeaseEvent> history() {
    return history;
  }

  List<Long> tickets() {
    return new ArrayList<>(watchers.keySet());
  }
}

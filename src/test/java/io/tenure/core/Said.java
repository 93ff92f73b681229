package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Records all output of a lease table in order; no change is durable before a test says so. */
public final class Said implements Out {

  record Answer(long ticket, long behind, Reply reply) {}

  record Push(long watcher, long behind, WatchUpdate notice) {}

  record Tell(int shard, long behind, ShardMessage message) {}

  /** The changes that the store has, across restarts. */
  public final List<Change> changes = new ArrayList<>();

  final List<Push> pushes = new ArrayList<>();
  final List<Tell> tells = new ArrayList<>();
  int epochsWanted;
  static final long SINCE = 1_000;

  long wallSeconds = SINCE;
  private final Map<Long, Answer> byTicket = new HashMap<>();
  private long places;

  /** Every table counts its change numbers from the start. */
  void beginAnew() {
    places = 0;
  }

  /** The number of the last change. */
  long places() {
    return places;
  }

  public Change lastChange() {
    return changes.get(changes.size() - 1);
  }

  /** The only reply to the ticket, or null when there is none yet. */
  @Nullable Reply reply(long ticket) {
    Answer found = byTicket.get(ticket);
    return found == null ? null : found.reply;
  }

  long behind(long ticket) {
    Answer found = byTicket.get(ticket);
    assertNotNull(found, "not answered");
    return found.behind;
  }

  List<WatchUpdate> notices(long watcher) {
    return pushes.stream().filter(each -> each.watcher == watcher).map(Push::notice).toList();
  }

  public List<LeaseEvent> events(long watcher) {
    return notices(watcher).stream()
        .filter(WatchUpdate.Happened.class::isInstance)
        .map(notice -> ((WatchUpdate.Happened) notice).event())
        .toList();
  }

  List<LeaseEvent.Kind> kinds(long watcher) {
    return events(watcher).stream().map(LeaseEvent::kind).toList();
  }

  @Override
  public long change(Change change) {
    changes.add(change);
    return ++places;
  }

  @Override
  public void reply(long ticket, long behind, Reply reply) {
    Answer answer = new Answer(ticket, behind, reply);
    assertNull(byTicket.put(ticket, answer), () -> "answered twice, the second time: " + answer);
  }

  @Override
  public void push(long watcher, long behind, WatchUpdate notice) {
    pushes.add(new Push(watcher, behind, notice));
  }

  @Override
  public void tell(int toShard, long behind, ShardMessage message) {
    tells.add(new Tell(toShard, behind, message));
  }

  @Override
  public void epochWanted() {
    epochsWanted++;
  }

  @Override
  public long wallSeconds() {
    return wallSeconds;
  }
}

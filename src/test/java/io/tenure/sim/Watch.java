package io.tenure.sim;

import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A client that follows one shard, is cut off from time to time, and resumes from its cursor. */
final class Watch implements Letter.Back {

  private final SimClient client;
  private final Simulation simulation;
  private final int shard;
  private final @Nullable Key key;
  private final String prefix;
  private final Map<Key, Set<Long>> state = new HashMap<>();
  private final ArrayDeque<Runnable> underWay = new ArrayDeque<>();
  private final Set<Long> fresh = new HashSet<>();
  private final List<LeaseEvent> seen = new ArrayList<>();
  private @Nullable Letter asked;
  private @Nullable Post stream;

  /** The log of the history on this stream; after a loss the history is another one. */
  private @Nullable EventLog log;

  private boolean attached;
  private boolean resync;

  /**
   * There were two owners, because a claim was lost, and the stream followed the one with decisions
   * that do not count.
   */
  private boolean beside;

  /** Whether the client knows the state: a new watch does not, until a snapshot arrives. */
  private boolean complete;

  private long revision;
  private long segmentFrom;
  private long askedFrom;
  private int connection;

  Watch(SimClient client, int shard, @Nullable Key key, String prefix) {
    this.client = client;
    this.shard = shard;
    this.key = key;
    this.prefix = prefix;
    simulation = client.simulation;
    revision = client.chance().oneIn(2) ? PerShardRequest.FROM_NOW : 0;
  }

  void begin() {
    if (attached || !simulation.watching()) {
      return;
    }
    askedFrom = revision;
    simulation.trace.line(
        simulation.schedule.now(), null, () -> client.name + " watches " + shard + " " + revision);
    Letter letter =
        new Letter(client, shard, new PerShardRequest.Watch(key, prefix, revision), this);
    asked = letter;
    // A stream is a separate connection: letters are neither lost nor duplicated, but the stream is
    // cut.
    client.simulation.schedule.after(
        simulation.network.delayNanos(), () -> client.serverOf(shard).hear(letter));
    client.after(
        simulation.habits.patienceNanos(),
        () -> {
          if (asked == letter && !attached) {
            client.lookElsewhere(letter);
            leave();
            begin();
          }
        });
  }

  /** Receives only refusals: the client asks again after a while. */
  @Override
  public void answered(Letter letter, Answer answer) {}

  /** Delivers the notice in the order of the stream, but some time later. */
  void sent(Post post, WatchUpdate notice) {
    if (stream != post) {
      return;
    }
    beside |= !simulation.auditor.current(post.host);
    int present = connection;
    inOrder(
        () -> {
          if (present == connection) {
            take(notice);
          }
        });
  }

  /** The reply to the watch arrives in the same order as the notices after it. */
  void attach(Post post, Reply reply) {
    if (post.letter != asked) {
      hangUp(post);
      return;
    }
    stream = post;
    log = simulation.auditor.log(shard);
    beside = false;
    int present = connection;
    long firstRevision = post.host.firstRevision();
    inOrder(
        () -> {
          if (present == connection && reply instanceof PerShardReply.Watching watching) {
            attached(watching, firstRevision);
          }
        });
  }

  void cut(Post post) {
    if (stream != post) {
      return;
    }
    int present = connection;
    inOrder(
        () -> {
          if (present == connection) {
            again();
          }
        });
  }

  void die() {
    underWay.clear();
    leave();
    revision = PerShardRequest.FROM_NOW;
    complete = false;
    state.clear();
  }

  /** The connection breaks, and both ends notice. */
  void breakOff() {
    if (attached) {
      again();
    }
  }

  void finish() {
    leave();
  }

  boolean complete() {
    return complete;
  }

  Map<Key, Set<Long>> state() {
    return state;
  }

  private void again() {
    leave();
    client.after(client.chance().spread(1, 2_000) * Schedule.MILLI, this::begin);
  }

  private void leave() {
    simulation.trace.line(
        simulation.schedule.now(), null, () -> client.name + " leaves its watch of " + shard);
    connection++;
    verify();
    attached = false;
    Post post = stream;
    asked = null;
    stream = null;
    if (post != null) {
      hangUp(post);
    }
  }

  private void hangUp(Post post) {
    simulation.schedule.after(simulation.network.delayNanos(), () -> post.host.withdraw(post));
  }

  /** Delivers all messages under way together, in order. */
  private void inOrder(Runnable arrival) {
    underWay.add(arrival);
    if (underWay.size() == 1) {
      simulation.schedule.after(
          simulation.network.delayNanos(), () -> client.after(0, this::arrive));
    }
  }

  private void arrive() {
    for (int left = underWay.size(); left > 0; left--) {
      underWay.remove().run();
    }
  }

  /** {@code firstRevision}: of the table that answered, which may be closed by now. */
  private void attached(PerShardReply.Watching watching, long firstRevision) {
    attached = true;
    resync = watching.resync();
    if (!resync && askedFrom != PerShardRequest.FROM_NOW && askedFrom < firstRevision) {
      simulation.auditor.fail("G8", key, "resumed from " + askedFrom + " before " + firstRevision);
    }
    segmentFrom = watching.revision();
    if (resync) {
      fresh.clear();
    } else {
      revision = Math.max(revision, watching.revision());
    }
  }

  private void take(WatchUpdate notice) {
    simulation.trace.line(
        simulation.schedule.now(),
        notice instanceof WatchUpdate.Happened happened ? happened.event().key() : null,
        () -> client.name + " is sent " + notice);
    if (notice instanceof WatchUpdate.Happened happened) {
      LeaseEvent event = happened.event();
      seen.add(event);
      if (!resync) {
        revision = event.revision();
      }
      apply(event);
    } else if (notice instanceof WatchUpdate.Shown shown) {
      if (!resync) {
        simulation.auditor.fail("G8", shown.key(), "a snapshot that was not announced");
      }
      fresh.add(shown.holder().token());
      state.computeIfAbsent(shown.key(), any -> new HashSet<>()).add(shown.holder().token());
    } else if (notice instanceof WatchUpdate.Synchronised synchronised) {
      resync = false;
      complete = true;
      revision = synchronised.revision();
      for (Set<Long> tokens : state.values()) {
        tokens.retainAll(fresh);
      }
      state.values().removeIf(Set::isEmpty);
      fresh.clear();
    }
  }

  private void apply(LeaseEvent event) {
    Set<Long> tokens = state.computeIfAbsent(event.key(), any -> new HashSet<>());
    switch (event.kind()) {
      case GRANTED -> {
        if (resync) {
          fresh.add(event.token());
        }
        tokens.add(event.token());
      }
      case RELEASED, EXPIRED, BROKEN, TRANSFERRED -> {
        fresh.remove(event.token());
        tokens.remove(event.token());
        if (tokens.isEmpty()) {
          state.remove(event.key());
        }
      }
      case BREAKING, VALUED -> {
        if (tokens.isEmpty()) {
          state.remove(event.key());
        }
      }
    }
  }

  private void verify() {
    if (attached && !beside && log != null) {
      log.verify(segmentFrom, seen, key, prefix);
    }
    seen.clear();
  }
}

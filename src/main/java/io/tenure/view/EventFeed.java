package io.tenure.view;

import io.tenure.api.LeaseEvent;
import io.tenure.api.PerShardRequest;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.ResumableWatch;
import io.tenure.wire.Problem;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Follows every key of every shard, once for all open pages, and only while a page is open. The
 * feed stores a bounded number of the events of one beat, but counts all of them. So a page can say
 * that it shows only a part. Owned by the dashboard's loop.
 */
final class EventFeed {

  /** The number of events shown of one beat: no person reads two hundred lines a second. */
  static final int SHOWN_PER_BEAT = 40;

  /** The number of earlier events for a page that opens. */
  static final int REMEMBERED = 200;

  /** The events of one beat; {@code events} are spread evenly over the beat. */
  record Beat(List<LeaseEvent> events, long happened, boolean gap) {}

  /** The part of one shard. The part of a watch that has ended is not used again. */
  private final class Part implements ResumableWatch.Listener {
    private final ResumableWatch watch;
    private boolean begun;

    Part(int shard) {
      PerShardRequest.Watch all = new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW);
      watch = new ResumableWatch(vertx, admitted, shard, all, this);
    }

    @Override
    public void began(long revision, boolean anew) {
      gap |= begun && anew;
      begun = true;
    }

    @Override
    public void happened(LeaseEvent event) {
      take(event);
    }

    @Override
    public boolean missed(Problem why) {
      gap |= begun;
      return true;
    }
  }

  private final Vertx vertx;
  private final AdmittedOperation admitted;
  private final Consumer<LeaseEvent> reader;
  private final List<Part> parts = new ArrayList<>();
  private final List<LeaseEvent> kept = new ArrayList<>();
  private final Deque<LeaseEvent> remembered = new ArrayDeque<>();
  private long happened;

  /** One of this many events is stored. The number grows while a beat has more events than room. */
  private int oneIn = 1;

  private boolean gap;

  /** {@code reader} receives every event at once. */
  EventFeed(Vertx vertx, AdmittedOperation admitted, Consumer<LeaseEvent> reader) {
    this.vertx = vertx;
    this.admitted = admitted;
    this.reader = reader;
  }

  void listen() {
    for (int shard = 0; shard < admitted.shards(); shard++) {
      parts.add(new Part(shard));
    }
    parts.forEach(part -> part.watch.begin());
  }

  void stop() {
    parts.forEach(part -> part.watch.end());
    parts.clear();
    kept.clear();
    remembered.clear();
    happened = 0;
  }

  /** Returns the events since the last beat. */
  Beat beat() {
    Beat beat = new Beat(List.copyOf(kept), happened, gap);
    kept.clear();
    happened = 0;
    oneIn = 1;
    gap = false;
    return beat;
  }

  List<LeaseEvent> remembered() {
    return List.copyOf(remembered);
  }

  private void take(LeaseEvent event) {
    reader.accept(event);
    if (happened++ % oneIn == 0) {
      LeaseEvent shown = event.withoutValue();
      kept.add(shown);
      remember(shown);
      if (kept.size() > 2 * SHOWN_PER_BEAT) {
        thinOut();
      }
    }
  }

  private void thinOut() {
    List<LeaseEvent> every = List.copyOf(kept);
    kept.clear();
    for (int at = 0; at < every.size(); at += 2) {
      kept.add(every.get(at));
    }
    oneIn *= 2;
  }

  private void remember(LeaseEvent event) {
    if (remembered.size() == REMEMBERED) {
      remembered.remove();
    }
    remembered.add(event);
  }
}

package io.tenure.view;

import io.tenure.core.Event;
import io.tenure.shard.Leases;
import io.tenure.shard.Meters;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the open pages show, in beats: asked for once however many look, and not at all when nobody
 * does, but for what the last minutes were like. A loop of its own among those of the server.
 */
final class Board extends VerticleBase {

  /** Pages open at once; each costs some tens of kilobytes a second. */
  static final int VIEWERS_MAX = 64;

  /** Four beats a second look alive. */
  static final long BEAT_MILLIS = 250;

  /** What is shown each second is asked for one beat before. */
  private static final int BEATS_PER_SECOND = 4;

  private static final int BEATS_PER_SAMPLE = 20;

  /** Whoever has just started a server need not wait longer for the first. */
  private static final int FIRST_SAMPLE = BEATS_PER_SECOND;

  private final Leases leases;
  private final Overview overview;
  private final Heat heat;
  private final Soonest soonest;
  private final Latencies latencies = new Latencies();
  private final Set<Viewer> viewers = new LinkedHashSet<>();
  private final Map<Sought, Listing> listings = new HashMap<>();
  private Feed feed;
  private long beats;

  /** Taken and read by any thread. */
  private final AtomicInteger seats = new AtomicInteger();

  Board(Leases leases, Facts facts) {
    this.leases = leases;
    overview = new Overview(facts);
    heat = new Heat(leases.shards());
    soonest = new Soonest(leases, heat);
  }

  @Override
  public Future<?> start() {
    feed = new Feed(vertx, leases, this::happened);
    vertx.setPeriodic(BEAT_MILLIS, timer -> beat());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    viewers.forEach(Viewer::end);
    viewers.clear();
    feed.stop();
    return Future.succeededFuture();
  }

  int viewers() {
    return seats.get();
  }

  /** From any loop. False: there is no room for another. */
  boolean join(Viewer viewer) {
    if (seats.incrementAndGet() > VIEWERS_MAX) {
      seats.decrementAndGet();
      return false;
    }
    context.runOnContext(
        nothing -> {
          viewers.add(viewer);
          listings.computeIfAbsent(viewer.sought, sought -> new Listing(leases, sought));
          if (viewers.size() == 1) {
            look();
            feed.listen();
          }
          listings.get(viewer.sought).beat();
        });
    return true;
  }

  /** From any loop. */
  void leave(Viewer viewer) {
    context.runOnContext(
        nothing -> {
          if (!viewers.remove(viewer)) {
            return;
          }
          seats.decrementAndGet();
          Set<Sought> wanted = new HashSet<>();
          viewers.forEach(other -> wanted.add(other.sought));
          listings.keySet().retainAll(wanted);
          if (viewers.isEmpty()) {
            feed.stop();
            overview.forget();
          }
        });
  }

  private void happened(Event event) {
    listings.values().forEach(listing -> listing.happened(event));
  }

  private void beat() {
    beats++;
    boolean second = beats % BEATS_PER_SECOND == 0;
    boolean sample = beats % BEATS_PER_SAMPLE == FIRST_SAMPLE;
    if (second || sample) {
      measure(leases.meters(), sample);
    }
    if (viewers.isEmpty()) {
      return;
    }
    if (beats % BEATS_PER_SECOND == BEATS_PER_SECOND - 1) {
      soonest.sample();
      listings.values().forEach(Listing::refresh);
    }
    listings.values().forEach(Listing::beat);
    show(second, sample);
  }

  private void look() {
    overview.sample(leases.meters(), System.nanoTime());
    soonest.sample();
  }

  private void measure(Meters meters, boolean sample) {
    heat.sample(meters);
    if (!viewers.isEmpty()) {
      overview.sample(meters, System.nanoTime());
    }
    if (sample) {
      latencies.sample(meters);
    }
  }

  private void show(boolean second, boolean sample) {
    JsonObject news = new JsonObject().put("beat", beats);
    Feed.Beat beat = feed.beat();
    if (beat.gap()) {
      listings.values().forEach(Listing::searchAgain);
    }
    news.put("events", rows(beat.events(), Feed.SHOWN_PER_BEAT))
        .put("happened", beat.happened())
        .put("gap", beat.gap());
    if (second) {
      state(news);
    }
    if (sample) {
      news.put("latency", latencies.all());
    }
    Buffer forAll = news.toBuffer();
    Buffer unlisted = frame(forAll);
    Map<Sought, Buffer> listed = new HashMap<>();
    for (Viewer viewer : viewers) {
      Listing listing = Objects.requireNonNull(listings.get(viewer.sought));
      if (!viewer.greeted) {
        viewer.greeted = true;
        viewer.show(frame(greeting().toBuffer(), listing));
      } else if (listed.containsKey(viewer.sought) || dueForList(listing, second)) {
        viewer.show(listed.computeIfAbsent(viewer.sought, sought -> frame(forAll, listing)));
      } else {
        viewer.show(unlisted);
      }
    }
  }

  /** Every second, or in between when it changed. */
  private boolean dueForList(Listing listing, boolean second) {
    return second || beats % 2 == 0 && listing.changed();
  }

  private JsonObject greeting() {
    List<Event> remembered = feed.remembered();
    return state(new JsonObject().put("beat", beats))
        .put("greeting", true)
        .put("events", rows(remembered, Feed.REMEMBERED))
        .put("happened", remembered.size())
        .put("latency", latencies.all());
  }

  private JsonObject state(JsonObject news) {
    return news.put("overview", overview.shown())
        .put("soon", soonest.shown())
        .put("heat", heat.shown());
  }

  /** At most so many, spread over all of them. */
  private static JsonArray rows(List<Event> events, int max) {
    JsonArray rows = new JsonArray();
    int shown = Math.min(max, events.size());
    for (int at = 0; at < shown; at++) {
      rows.add(Rows.event(events.get((int) ((long) at * events.size() / shown))));
    }
    return rows;
  }

  private static Buffer frame(Buffer news) {
    return Buffer.buffer("data: ").appendBuffer(news).appendString("\n\n");
  }

  /** What all are told is spelled once: the list of each search goes in before its last brace. */
  private static Buffer frame(Buffer news, Listing listing) {
    return Buffer.buffer("data: ")
        .appendBuffer(news, 0, news.length() - 1)
        .appendString(",\"list\":")
        .appendBuffer(listing.shown())
        .appendString("}\n\n");
  }
}

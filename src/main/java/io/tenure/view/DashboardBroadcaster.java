package io.tenure.view;

import io.tenure.api.LeaseEvent;
import io.tenure.door.AdmittedOperation;
import io.tenure.shard.Meters;
import io.tenure.wire.JsonObjectWriter;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Sends updates, called beats, to the open dashboard pages. The server is asked once for all pages.
 * While no page is open, the server is asked only for the latencies of the last minutes. The
 * dashboard runs on an event loop of its own among those of the server.
 */
final class DashboardBroadcaster extends VerticleBase {

  /**
   * The number of pages that may be open at once. Each page costs some tens of kilobytes a second.
   */
  static final int VIEWERS_MAX = 64;

  /** The time between two beats: with four beats a second the page looks live. */
  static final long BEAT_MILLIS = 250;

  /** The number of beats in a second. Data for each second is asked for one beat earlier. */
  private static final int BEATS_PER_SECOND = 4;

  private static final int BEATS_PER_SAMPLE = 20;

  /**
   * The beat of the first sample: early, so that the operator of a new server need not wait for it.
   */
  private static final int FIRST_SAMPLE = BEATS_PER_SECOND;

  /**
   * The field with the keys that a page searches for; the rest of a beat is the same for all pages.
   */
  private static final String LIST = "list";

  private final AdmittedOperation admitted;
  private final ServerOverview overview;
  private final ShardActivity heat;
  private final NextExpiries soonest;
  private final LatencyWindow latencies = new LatencyWindow();
  private final Set<DashboardConnection> viewers = new LinkedHashSet<>();
  private final Map<SearchTerms, KeySearch> listings = new HashMap<>();
  private EventFeed feed;
  private long beats;

  /** The number of open pages, changed and read by any thread. */
  private final AtomicInteger seats = new AtomicInteger();

  /** {@code admitted}: the admission of the dashboard, which asks once for all pages. */
  DashboardBroadcaster(AdmittedOperation admitted, ServerInfo facts) {
    this.admitted = admitted;
    overview = new ServerOverview(facts);
    heat = new ShardActivity(admitted.shards());
    soonest = new NextExpiries(admitted, heat);
  }

  @Override
  public Future<?> start() {
    feed = new EventFeed(vertx, admitted, this::happened);
    vertx.setPeriodic(BEAT_MILLIS, timer -> beat());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    viewers.forEach(DashboardConnection::end);
    viewers.clear();
    feed.stop();
    return Future.succeededFuture();
  }

  int viewers() {
    return seats.get();
  }

  /** Adds a page, from any loop. Returns false when there is no room for another page. */
  boolean join(DashboardConnection viewer) {
    if (seats.incrementAndGet() > VIEWERS_MAX) {
      seats.decrementAndGet();
      return false;
    }
    context.runOnContext(
        nothing -> {
          viewers.add(viewer);
          listings.computeIfAbsent(viewer.sought, sought -> new KeySearch(admitted, sought));
          if (viewers.size() == 1) {
            look();
            feed.listen();
          }
          listings.get(viewer.sought).beat();
        });
    return true;
  }

  /** Removes a page, from any loop. */
  void leave(DashboardConnection viewer) {
    context.runOnContext(
        nothing -> {
          if (!viewers.remove(viewer)) {
            return;
          }
          seats.decrementAndGet();
          Set<SearchTerms> wanted = new HashSet<>();
          viewers.forEach(other -> wanted.add(other.sought));
          listings.keySet().retainAll(wanted);
          if (viewers.isEmpty()) {
            feed.stop();
            overview.forget();
          }
        });
  }

  private void happened(LeaseEvent event) {
    listings.values().forEach(listing -> listing.happened(event));
  }

  private void beat() {
    beats++;
    boolean second = beats % BEATS_PER_SECOND == 0;
    boolean sample = beats % BEATS_PER_SAMPLE == FIRST_SAMPLE;
    if (second || sample) {
      measure(admitted.meters(), sample);
    }
    if (viewers.isEmpty()) {
      return;
    }
    if (beats % BEATS_PER_SECOND == BEATS_PER_SECOND - 1) {
      soonest.sample();
      listings.values().forEach(KeySearch::refresh);
    }
    listings.values().forEach(KeySearch::beat);
    show(second, sample);
  }

  private void look() {
    overview.sample(admitted.meters(), System.nanoTime());
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
    EventFeed.Beat beat = feed.beat();
    if (beat.gap()) {
      listings.values().forEach(KeySearch::searchAgain);
    }
    PreencodedJson news =
        new PreencodedJson()
            .put("beat", beats)
            .spelled("events", rows(beat.events(), EventFeed.SHOWN_PER_BEAT))
            .put("happened", beat.happened())
            .put("gap", beat.gap());
    if (second) {
      state(news);
    }
    if (sample) {
      news.put("latency", latencies.all());
    }
    Buffer unlisted = news.event();
    Map<SearchTerms, Buffer> listed = new HashMap<>();
    for (DashboardConnection viewer : viewers) {
      KeySearch listing = Objects.requireNonNull(listings.get(viewer.sought));
      if (!viewer.greeted) {
        viewer.greeted = true;
        viewer.show(greeting().spelled(LIST, listing.shown()).event());
      } else if (listed.containsKey(viewer.sought) || dueForList(listing, second)) {
        viewer.show(
            listed.computeIfAbsent(
                viewer.sought, sought -> news.with(LIST, listing.shown()).event()));
      } else {
        viewer.show(unlisted);
      }
    }
  }

  /** Whether to send the list: each second, and in between when the list has changed. */
  private boolean dueForList(KeySearch listing, boolean second) {
    return second || beats % 2 == 0 && listing.changed();
  }

  private PreencodedJson greeting() {
    List<LeaseEvent> remembered = feed.remembered();
    PreencodedJson news =
        new PreencodedJson()
            .put("beat", beats)
            .put("greeting", true)
            .spelled("events", rows(remembered, EventFeed.REMEMBERED))
            .put("happened", remembered.size())
            .put("latency", latencies.all());
    state(news);
    return news;
  }

  private void state(PreencodedJson news) {
    news.put("overview", overview.shown())
        .spelled("soon", soonest.shown())
        .put("heat", heat.shown());
  }

  /** Returns at most {@code max} rows, spread evenly over all events. */
  private String rows(List<LeaseEvent> events, int max) {
    int shown = Math.min(max, events.size());
    return DashboardJson.array(
        IntStream.range(0, shown)
            .mapToObj(at -> events.get((int) ((long) at * events.size() / shown)))
            .map(event -> DashboardJson.event(admitted.shardOf(event.key()), event))
            .map(JsonObjectWriter::text));
  }
}

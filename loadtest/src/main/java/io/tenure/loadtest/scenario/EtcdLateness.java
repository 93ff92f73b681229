package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Delays;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Etcd;
import io.tenure.loadtest.peer.ServerProcess;
import io.tenure.loadtest.speech.EtcdCalls;
import io.tenure.loadtest.speech.EtcdWatch;
import java.util.List;

/** Measures the lateness of an etcd at rest: a watcher sees the end of keys under leases. */
final class EtcdLateness {

  /** Fewer than it revokes in a second, so that it is not measured in its own storm. */
  private static final double PER_SECOND = 300;

  private static final double SECONDS = 4;

  /** Room for more than come by chance. */
  private static final int LEASES_MAX = 2 * (int) (PER_SECOND * SECONDS);

  /** The smallest ttl that it grants. */
  private static final long TTL_SECONDS = 2;

  private static final String PREFIX = "late/";

  private final Delays lateness;
  private final long[] sentNanos = new long[LEASES_MAX];
  private final long[] leases = new long[LEASES_MAX];
  private int events;

  EtcdLateness(Delays lateness) {
    this.lateness = lateness;
  }

  void measure(Stage stage) {
    stage.progress().doing("lateness of etcd");
    try (ServerProcess etcd = Etcd.start();
        Engine engine = new Engine()) {
      Link watcher =
          engine.connect(etcd.port(), new EtcdWatch(PREFIX, this::deleted), LinkSize.DEEP);
      Link grants =
          engine.connect(etcd.port(), EtcdCalls.grants(TTL_SECONDS, leases), LinkSize.DEEP);
      Link puts = engine.connect(etcd.port(), EtcdCalls.puts(PREFIX, leases), LinkSize.DEEP);
      engine.awaitGreetings();
      watcher.say(0, System.nanoTime(), System.nanoTime());
      engine.awaitAnswers();
      long start = System.nanoTime();
      OpenLoop loop =
          new OpenLoop(
              List.of(grants),
              new Schedule(Schedule.Arrivals.POISSON, PER_SECOND, 1, start),
              start + (long) (SECONDS * 1e9),
              number -> {
                sentNanos[(int) number] = System.nanoTime();
                return (int) number;
              },
              (link, said, done, refused, now) -> puts.say(said.message(), now, now));
      loop.run(engine, stage.progress());
      engine.await("etcd's events", () -> events == loop.sent());
    }
  }

  private void deleted(int lease, long nowNanos) {
    events++;
    lateness.record(nowNanos - sentNanos[lease] - TTL_SECONDS * 1_000_000_000L, nowNanos);
  }
}

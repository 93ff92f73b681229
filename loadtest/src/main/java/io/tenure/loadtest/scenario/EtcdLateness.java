package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.peer.Etcd;
import io.tenure.loadtest.peer.Prepared;
import io.tenure.loadtest.peer.ServerProcess;
import io.tenure.loadtest.speech.EtcdCalls;
import io.tenure.loadtest.speech.EtcdWatch;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The same of etcd at rest: keys under leases that end, told to one who watches. */
final class EtcdLateness {

  /** Fewer than it revokes in a second, so that it is not measured in its own storm. */
  private static final int LEASES = 300;

  /** The least that it grants. */
  private static final long TTL_SECONDS = 2;

  private static final String PREFIX = "late/";

  private final Histogram lateness = Latencies.histogram();
  private final long[] sentNanos = new long[LEASES];
  private final long[] leases = new long[LEASES];
  private int events;

  Histogram measure(Stage stage) {
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
      Prepared.all(
          engine,
          List.of(grants),
          LEASES,
          number -> number,
          (link, said, done, refused, now) -> sentNanos[said.message()] = said.sentNanos());
      Prepared.all(engine, List.of(puts), LEASES, number -> number, Answers.IGNORED);
      engine.await("etcd's events", () -> events == LEASES);
      return lateness;
    }
  }

  private void deleted(int lease, long nowNanos) {
    events++;
    lateness.recordValue(Math.max(1, nowNanos - sentNanos[lease] - TTL_SECONDS * 1_000_000_000L));
  }
}

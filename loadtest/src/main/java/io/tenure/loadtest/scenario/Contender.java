package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Proc;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.peer.Peer;

/**
 * A server in a comparison, and its load.
 *
 * @param connections on each of which {@code inFlight} messages of {@code batch} renewals are
 *     unanswered
 */
record Contender(Work work, int connections, int inFlight, int batch) {

  private static final long WARM_NANOS_MAX = 100_000_000;

  /** Renewals of one burst, and the time of the server's processor that they took. */
  record Burst(long operations, long cpuNanos, long nanos) {

    double perCpuSecond() {
      return operations * 1e9 / cpuNanos;
    }

    Burst and(Burst other) {
      return new Burst(
          operations + other.operations, cpuNanos + other.cpuNanos, nanos + other.nanos);
    }
  }

  String described() {
    String how = batch == 1 ? inFlight + " in flight" : inFlight + " in flight of " + batch;
    return "%s, %d connections, %s".formatted(work.peer().name(), connections, how);
  }

  /** On new connections: an idle stream would be closed between two of them. */
  Burst burst(long nanos) {
    Peer peer = work.peer();
    try (Engine engine = new Engine()) {
      var links =
          engine.connect(
              peer.process().port(), connections, () -> peer.dialect(batch), LinkSize.DEEP);
      Saturation saturation = new Saturation(engine, links, inFlight, work, batch);
      saturation.run(Math.min(WARM_NANOS_MAX, nanos / 2));
      saturation.forget();
      long cpu = Proc.cpuNanos(peer.process().pid());
      long begun = System.nanoTime();
      saturation.run(nanos);
      Burst burst =
          new Burst(
              saturation.done(),
              Proc.cpuNanos(peer.process().pid()) - cpu,
              System.nanoTime() - begun);
      saturation.end();
      return burst;
    }
  }
}

package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.BareEcho;
import io.tenure.loadtest.peer.Etcd;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.Redis;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.peer.ZooKeeper;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Sends the same rate of single renewals to each of the peers, by the same schedule. */
public final class SamePace implements Scenario {

  private static final int CONNECTIONS = 32;
  private static final int LEASES = 2_000;
  private static final double SECOND = 1e9;

  @Override
  public String name() {
    return "pace";
  }

  @Override
  public String about() {
    return "latency of single renewals at the same --rate: echo, Tenure, etcd, Redis, ZooKeeper";
  }

  @Override
  public List<String> flags() {
    return List.of("rate", "seconds", "warm", "arrivals");
  }

  @Override
  public Outcome play(Stage stage) {
    double rate = stage.options().number("rate", 4_000);
    Outcome outcome =
        new Outcome(name(), "Latency of %,.0f single renewals per second".formatted(rate));
    List<Supplier<Peer>> peers =
        List.of(
            BareEcho::new,
            () -> Tenure.inMemory(Tenure.TERMS),
            Etcd::new,
            () -> new Redis(Redis.Renewal.SCRIPT),
            ZooKeeper::new);
    Company company = new Company(stage, outcome);
    for (Supplier<Peer> start : peers) {
      company.play(() -> measure(stage, outcome, start, rate));
    }
    return outcome
        .setting("renewals per second", (long) rate)
        .setting("connections", CONNECTIONS)
        .setting("leases", LEASES);
  }

  private static void measure(Stage stage, Outcome outcome, Supplier<Peer> start, double rate) {
    try (Peer peer = start.get();
        Engine engine = new Engine(stage.progress()::halted);
        Latencies latencies = stage.latencies(peer.name())) {
      stage.progress().doing("pace: " + peer.name());
      peer.prepare(engine, LEASES);
      List<Link> links =
          engine.connect(peer.process().port(), CONNECTIONS, () -> peer.dialect(1), LinkSize.DEEP);
      double warm = stage.options().number("warm", 2);
      double seconds = stage.options().number("seconds", 10);
      Work work = new Work(peer);
      phase(stage, work, engine, links, rate, warm, null);
      phase(stage, work, engine, links, rate, seconds, latencies);
      outcome.distribution(Distribution.of(peer.name(), latencies));
      work.audit();
      work.tell(outcome);
    }
  }

  /** Single renewals at that rate. */
  static void phase(
      Stage stage,
      Work work,
      Engine engine,
      List<Link> links,
      double rate,
      double seconds,
      @Nullable Latencies latencies) {
    long start = System.nanoTime();
    int messages = work.peer().messages(1);
    new OpenLoop(
            links,
            new Schedule(Renew.arrivals(stage.options()), rate, 1, start),
            start + (long) (seconds * SECOND),
            number -> (int) (number % messages),
            (link, said, done, refused, now) -> {
              work.answered(said, 1, done);
              if (latencies != null) {
                latencies.record(said.intendedNanos(), said.sentNanos(), now);
              }
            })
        .run(engine, stage.progress());
  }
}

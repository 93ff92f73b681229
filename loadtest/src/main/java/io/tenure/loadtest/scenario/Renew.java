package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Spent;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Renews leases at a fixed rate: one in a message or many, over a stream or over HTTP. */
public final class Renew implements Scenario {

  @Override
  public String name() {
    return "renew";
  }

  @Override
  public String about() {
    return "renewals at a fixed rate, one in a message or many, over a stream or HTTP";
  }

  @Override
  public List<String> flags() {
    return List.of(
        "leases",
        "rate",
        "batch",
        "door",
        "connections",
        "seconds",
        "warm",
        "arrivals",
        "seed",
        "store");
  }

  @Override
  public Outcome play(Stage stage) {
    return play(stage, name(), "Renewals");
  }

  /** Under the name and the title of another scenario that does the same. */
  static Outcome play(Stage stage, String scenario, String title) {
    Options options = stage.options();
    int leases = options.count("leases", 100_000);
    try (Tenure tenure = new Tenure(Tenure.TERMS, Store.inMemory(options).flags());
        Engine engine = new Engine(stage.progress()::halted)) {
      stage.progress().doing(scenario + ": acquiring " + leases + " leases");
      tenure.prepare(engine, leases);
      return new Run(stage, tenure, engine).play(scenario, title);
    }
  }

  static Schedule.Arrivals arrivals(Options options) {
    return Schedule.Arrivals.valueOf(
        options.oneOf("arrivals", List.of("poisson", "constant")).toUpperCase(Locale.ROOT));
  }

  /** A run on a server with the leases already held. */
  static final class Run {

    private final Stage stage;
    private final Tenure tenure;
    private final Engine engine;
    private final int batch;
    private final int connections;
    private final double rate;
    private final long seed;
    private final int messages;
    private final int stride;
    private final String name;
    private long done;
    private long refused;

    Run(Stage stage, Tenure tenure, Engine engine) {
      this.stage = stage;
      this.tenure = tenure;
      this.engine = engine;
      Options options = stage.options();
      batch = options.count("batch", 1);
      connections = options.count("connections", 64);
      rate = options.number("rate", batch == 1 ? 10_000 : 200_000);
      seed = options.count("seed", 1);
      String door = options.oneOf("door", List.of("stream", "http"));
      tenure.through(Tenure.Door.valueOf(door.toUpperCase(Locale.ROOT)));
      messages = tenure.messages(batch);
      stride = Stride.over(messages);
      name = (batch == 1 ? "single over " : "batches of " + batch + " over ") + door;
    }

    Outcome play(String scenario, String title) {
      Outcome outcome = new Outcome(scenario, title + ", " + name);
      List<Link> links =
          engine.connect(
              tenure.process().port(), connections, () -> tenure.dialect(batch), LinkSize.DEEP);
      stage.progress().doing(scenario + ", " + name + ": warming up");
      phase(links, stage.options().number("warm", 3), null);
      done = 0;
      refused = 0;
      stage.progress().doing(scenario + ", " + name);
      try (Account account = new Account(tenure);
          Latencies latencies = stage.latencies(name)) {
        OpenLoop loop = phase(links, stage.options().number("seconds", 10), latencies);
        Spent spent = account.tell(outcome, Math.max(1, done));
        outcome.figure("renewals per CPU-second", spent.perCpuSecond(done), "/s");
        outcome.distribution(Distribution.of(name, latencies));
        outcome.check("renewals acknowledged, of those sent", asked(loop.sent()), done);
      }
      outcome.check("renewals refused", 0, refused);
      outcome
          .setting("renewals per second", (long) rate)
          .setting("leases", tenure.held().size())
          .setting("store", Store.inMemory(stage.options()))
          .setting("connections", connections)
          .setting("arrivals", arrivals(stage.options()).name().toLowerCase(Locale.ROOT))
          .setting("seed", seed);
      engine.hangUp();
      Audit.of(engine, tenure).tell(outcome);
      return outcome;
    }

    /** {@code latencies}: null to warm up. */
    private OpenLoop phase(List<Link> links, double seconds, @Nullable Latencies latencies) {
      long start = System.nanoTime();
      OpenLoop loop =
          new OpenLoop(
              links,
              new Schedule(arrivals(stage.options()), rate / batch, seed, start),
              start + (long) (seconds * 1e9),
              number -> Stride.at(number, stride, messages),
              (link, said, hereDone, hereRefused, now) -> {
                done += hereDone;
                refused += hereRefused;
                if (latencies != null) {
                  latencies.record(said.intendedNanos(), said.sentNanos(), now);
                }
                if (hereRefused == 0) {
                  tenure.held().acknowledged(said, batch);
                }
              });
      loop.run(engine, stage.progress());
      return loop;
    }

    /** The number of renewals in so many messages. */
    private long asked(long sent) {
      long asked = 0;
      for (long number = 0; number < sent; number++) {
        asked += tenure.renewals(Stride.at(number, stride, messages), batch);
      }
      return asked;
    }
  }
}

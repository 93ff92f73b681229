package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Prepared;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.Losses;
import io.tenure.loadtest.speech.Say;
import io.tenure.loadtest.speech.TenureStream;
import io.tenure.loadtest.speech.Terms;
import io.tenure.loadtest.speech.Told;
import java.util.List;

/**
 * Ends very many leases in one tick, while other leases are renewed. Each holder must hear of its
 * end.
 */
public final class Storm implements Scenario {

  /**
   * One stream is notified of the ends of so many leases; of more its client learns by renewing.
   */
  private static final int KEPT_PER_STREAM = 16_000;

  /**
   * In parts of the leases, the size of a storm before the storm: a server meets its first one
   * before it is warm.
   */
  private static final int REHEARSED_PART = 4;

  private static final String DURING = "renewals during the storm";
  private static final String BEFORE = "renewals before it";
  private static final int RENEWED = 50_000;
  private static final int RENEWING_STREAMS = 16;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;

  /** The time for one acquire: all must be held before the first ends. */
  private static final double ACQUIRING_MILLIS = 0.045;

  private static final long BEFORE_NANOS = 2_000_000_000L;
  private static final long PATIENCE_NANOS = 30_000_000_000L;

  @Override
  public String name() {
    return "storm";
  }

  @Override
  public String about() {
    return "--leases that end in one tick, --rate renewals of others meanwhile";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "rate", "ttl", "arrivals");
  }

  @Override
  public Outcome play(Stage stage) {
    int leases = stage.options().count("leases", 1_000_000);
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
        Engine engine = new Engine(stage.progress()::halted)) {
      tenure.prepare(engine, RENEWED);
      new Run(stage.rehearsal(), tenure, engine, "rehearsal", leases / REHEARSED_PART).play();
      return new Run(stage, tenure, engine, "storm", leases).play();
    }
  }

  private static final class Run {

    private final Stage stage;
    private final Tenure tenure;
    private final Engine engine;
    private final String name;
    private final int leases;
    private final double rate;
    private final long endNanos;
    private final boolean[] told;
    private long early;
    private long refused;
    private long events;
    private long lastNanos;
    private double acquiringSeconds;

    Run(Stage stage, Tenure tenure, Engine engine, String name, int leases) {
      this.stage = stage;
      this.tenure = tenure;
      this.engine = engine;
      this.name = name;
      this.leases = leases;
      rate = stage.options().number("rate", 5_000);
      long loading = (long) (1e6 * stage.options().number("ttl", leases * ACQUIRING_MILLIS));
      endNanos = System.nanoTime() + 2 * BEFORE_NANOS + loading;
      told = new boolean[leases];
      lastNanos = endNanos;
    }

    Outcome play() {
      stage.progress().doing(name + ": acquiring " + leases + " leases that end together");
      List<Link> renewing =
          engine.connect(
              tenure.process().port(), RENEWING_STREAMS, () -> tenure.dialect(1), LinkSize.DEEP);
      acquire();
      Outcome outcome = new Outcome(name, "%,d leases end in one tick".formatted(leases));
      outcome.figure("acquired per second by their holders", leases / acquiringSeconds, "/s");
      if (System.nanoTime() - endNanos + BEFORE_NANOS > 0) {
        return outcome.failed("acquiring took until the tick; give it more time by --ttl");
      }
      long startNanos = Math.max(System.nanoTime(), endNanos - BEFORE_NANOS);
      engine.await(
          "the last second before",
          () -> stage.progress().halted() || System.nanoTime() - startNanos >= 0);
      stage.progress().doing(name);
      try (Account account = new Account(tenure);
          Latencies before = stage.latencies(BEFORE);
          Latencies during = stage.latencies(DURING)) {
        renewUntilAllIsTold(renewing, startNanos, before, during);
        account.tell(outcome, Math.max(1, events));
        outcome.distribution(Distribution.of(DURING, during));
        outcome.distribution(Distribution.of(BEFORE, before));
        if (stage.progress().halted() && events < leases) {
          return outcome.unmeasured("ended when %,d holders were told".formatted(events));
        }
        tell(outcome, during);
      }
      return outcome;
    }

    private void acquire() {
      Held held = new Held(leases);
      Terms terms = new Terms(name + "/", 0).until(endNanos);
      Told losses = new Losses(terms, true, this::ended);
      List<Link> holders =
          engine.connect(
              tenure.process().port(),
              1 + leases / KEPT_PER_STREAM,
              () -> new TenureStream(held, terms, losses),
              LinkSize.DEEP);
      long begun = System.nanoTime();
      Prepared.evenly(engine, holders, leases, Say.ACQUIRE::of);
      acquiringSeconds = (System.nanoTime() - begun) / SECOND;
    }

    private void renewUntilAllIsTold(
        List<Link> renewing, long startNanos, Latencies before, Latencies during) {
      int messages = tenure.messages(1);
      int stride = Stride.over(messages);
      OpenLoop loop =
          new OpenLoop(
              renewing,
              new Schedule(Renew.arrivals(stage.options()), rate, 1, startNanos),
              endNanos + PATIENCE_NANOS,
              number -> Stride.at(number, stride, messages),
              (link, said, done, hereRefused, now) -> {
                refused += hereRefused;
                (said.intendedNanos() - endNanos < 0 ? before : during)
                    .record(said.intendedNanos(), said.sentNanos(), now);
              });
      loop.run(engine, stage.progress(), () -> events == leases || loop.over());
      engine.awaitAnswers();
    }

    private void ended(int lease, long nowNanos) {
      if (!told[lease]) {
        told[lease] = true;
        events++;
      }
      early += nowNanos - endNanos < -MILLI ? 1 : 0;
      lastNanos = nowNanos;
    }

    private void tell(Outcome outcome, Latencies during) {
      double seconds = (lastNanos - endNanos) / SECOND;
      double p99 = Distribution.millisAt(during.corrected(), 99);
      outcome
          .setting("leases", leases)
          .setting("renewals per second meanwhile", (long) rate)
          .setting("events", "each holder's stream is told of its own")
          .figure("until the last holder was told", seconds, "s")
          .check("holders told, of leases that ended", leases, events)
          .check("told more than a millisecond early", 0, early)
          .check("renewals refused meanwhile", 0, refused)
          .goal(new Goal("storm: all events out", seconds, "s", Goal.Better.LOWER, 1.5, 0.4))
          .goalOfTimes(
              new Goal("storm: renewals' p99 meanwhile", p99, "ms", Goal.Better.LOWER, 10, 3));
    }
  }
}

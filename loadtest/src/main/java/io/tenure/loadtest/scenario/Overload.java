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
 * Five times as much is offered as the server can do: how much it still does, and whether those who
 * renew in time among them keep their leases.
 */
public final class Overload implements Scenario {

  private static final int FLOODING = 64;
  private static final int IN_FLIGHT = 16;

  /** Of a flooding stream: what is offered beyond waits at the sender, as no client has more. */
  private static final int FLOOD_IN_FLIGHT = 1_024;

  private static final int PUNCTUAL_STREAMS = 8;
  private static final int PUNCTUAL = 2_000;
  private static final long PUNCTUAL_TTL_MILLIS = 3_000;
  private static final double SECOND = 1e9;
  private static final double TIMES = 5;

  @Override
  public String name() {
    return "overload";
  }

  @Override
  public String about() {
    return "five times what the server can do, and whether punctual holders keep their leases";
  }

  @Override
  public Outcome play(Stage stage) {
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
        Engine engine = new Engine()) {
      tenure.prepare(engine, stage.options().count("leases", 100_000));
      return new Run(stage, tenure, engine).play();
    }
  }

  private static final class Run {

    private final Stage stage;
    private final Tenure tenure;
    private final Engine engine;
    private final double seconds;
    private final Held punctual = new Held(PUNCTUAL);
    private final Latencies punctualTimes = new Latencies(null);
    private long lost;
    private long flooded;

    Run(Stage stage, Tenure tenure, Engine engine) {
      this.stage = stage;
      this.tenure = tenure;
      this.engine = engine;
      seconds = stage.options().number("seconds", 10);
    }

    Outcome play() {
      Outcome outcome = new Outcome("overload", "Five times what the server can do");
      List<Link> flooding =
          engine.connect(tenure.process().port(), FLOODING, () -> tenure.dialect(1), LinkSize.DEEP);
      stage.progress().doing("overload: finding the peak");
      double peak = peak(flooding);
      List<Link> holders = punctualHolders();
      stage.progress().doing("overload: %,.0f renewals per second offered".formatted(TIMES * peak));
      flood(flooding, holders, TIMES * peak, outcome);
      double goodput = flooded / seconds;
      outcome
          .setting("renewals per second offered", (long) (TIMES * peak))
          .setting("of punctual holders", PUNCTUAL * 3 * 1000 / PUNCTUAL_TTL_MILLIS)
          .figure("peak, with %d in flight".formatted(IN_FLIGHT), peak, "/s")
          .figure("goodput at five times the peak", goodput, "/s")
          .figure(
              "punctual holders' p99.9",
              punctualTimes.corrected().getValueAtPercentile(99.9) / 1e6,
              "ms")
          .check("leases that punctual holders lost", 0, lost)
          .goal(
              new Goal(
                  "overload: goodput of the peak",
                  100 * goodput / peak,
                  "%",
                  Goal.Better.HIGHER,
                  85,
                  95));
      return outcome;
    }

    private double peak(List<Link> links) {
      Saturation saturation = new Saturation(engine, links, IN_FLIGHT, tenure.messages(1));
      long nanos = (long) (SECOND * Math.max(1, seconds / 3));
      saturation.run(nanos);
      saturation.forget();
      saturation.run(nanos);
      saturation.end();
      return saturation.done() * SECOND / nanos;
    }

    private List<Link> punctualHolders() {
      Terms terms = new Terms("punctual/", PUNCTUAL_TTL_MILLIS);
      Told losses = new Losses(terms, true, (lease, now) -> lost++);
      List<Link> holders =
          engine.connect(
              tenure.process().port(),
              PUNCTUAL_STREAMS,
              () -> new TenureStream(punctual, terms, losses),
              LinkSize.DEEP);
      Prepared.evenly(engine, holders, PUNCTUAL, Say.ACQUIRE::of);
      return holders;
    }

    private void flood(List<Link> flooding, List<Link> holders, double rate, Outcome outcome) {
      int messages = tenure.messages(1);
      int stride = Stride.over(messages);
      long start = System.nanoTime();
      long end = start + (long) (SECOND * seconds);
      OpenLoop flood =
          new OpenLoop(
              flooding,
              new Schedule(Schedule.Arrivals.CONSTANT, rate, 1, start),
              end,
              number -> Stride.at(number, stride, messages),
              (link, said, done, refused, now) -> flooded += now - end < 0 ? done : 0);
      OpenLoop renewals =
          new OpenLoop(
              holders,
              new Schedule(
                  Schedule.Arrivals.CONSTANT, PUNCTUAL * 3e3 / PUNCTUAL_TTL_MILLIS, 1, start),
              end,
              number -> (int) (number % PUNCTUAL),
              (link, said, done, refused, now) -> {
                lost += refused;
                punctualTimes.record(said.intendedNanos(), said.sentNanos(), now);
              });
      try (Account account = new Account(tenure)) {
        while (System.nanoTime() - end < 0 && !stage.progress().halted()) {
          renewals.sayWhatIsDue();
          flood.sayAtMost(FLOOD_IN_FLIGHT);
          stage.progress().done(flooded);
          engine.turn();
        }
        account.tell(outcome, Math.max(1, flooded));
      }
      engine.awaitAnswers();
      outcome.distribution(
          Distribution.of("punctual holders, meanwhile", punctualTimes.corrected()));
    }
  }
}

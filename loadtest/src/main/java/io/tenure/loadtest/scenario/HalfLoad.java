package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Steal;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.peer.BareEcho;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Bounds;
import io.tenure.loadtest.report.Comparison;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Compares the times of single renewals with those of the bare echo. Both run at half of the rate
 * that the slower of them reaches: echo, ours, ours, echo in each round.
 */
public final class HalfLoad implements Scenario {

  private static final int CONNECTIONS = 16;
  private static final int LEASES = 2_000;
  private static final long CAPACITY_NANOS = 1_000_000_000;
  private static final double LOAD = 0.5;
  private static final double JUDGED = 99.9;
  private static final int CLEAN_MIN = 3;

  /**
   * Runs of the same load before it counts: the compiler takes the processor for milliseconds
   * meanwhile.
   */
  private static final int REHEARSALS = 4;

  @Override
  public String name() {
    return "half";
  }

  @Override
  public String about() {
    return "latency of single renewals at half load beside the bare echo's";
  }

  @Override
  public List<String> flags() {
    return List.of("rate", "rounds", "seconds", "warm", "arrivals");
  }

  @Override
  public Outcome play(Stage stage) {
    Outcome outcome = new Outcome(name(), "Single renewals at half load, beside the bare echo");
    try (BareEcho echo = new BareEcho();
        Tenure tenure = Tenure.inMemory(Tenure.TERMS)) {
      Peers.prepare(stage, tenure, LEASES);
      stage.progress().doing("half: warming up");
      double warm = stage.options().number("warm", 30);
      Work bare = new Work(echo);
      Work ours = new Work(tenure);
      Peers.warm(stage, bare, warm);
      Peers.warm(stage, ours, warm);
      double half = LOAD * Math.min(capacity(bare), capacity(ours));
      new Game(stage, outcome, stage.options().number("rate", half)).play(bare, ours);
      ours.audit();
      bare.tell(outcome);
      ours.tell(outcome);
    }
    return outcome;
  }

  private static double capacity(Work work) {
    Contender.Burst burst = new Contender(work, CONNECTIONS, 1, 1).burst(CAPACITY_NANOS);
    return burst.operations() * 1e9 / burst.nanos();
  }

  /** The times of one run, and the lag of its sender. */
  private record Times(Histogram corrected, Histogram uncorrected, Histogram lag) {

    Times() {
      this(Latencies.histogram(), Latencies.histogram(), Latencies.histogram());
    }

    void add(Latencies latencies) {
      corrected.add(latencies.corrected());
      uncorrected.add(latencies.uncorrected());
      lag.add(latencies.lag());
    }

    Distribution told(String name) {
      String spoilt = corrected.getTotalCount() == 0 ? Latencies.NOTHING : null;
      return new Distribution(name, corrected, uncorrected, lag, spoilt);
    }
  }

  private record Game(Stage stage, Outcome outcome, double rate) {

    void play(Work echo, Work tenure) {
      int rounds = stage.options().count("rounds", 12);
      double seconds = stage.options().number("seconds", 2);
      for (int each = 0; each < REHEARSALS && !stage.progress().halted(); each++) {
        stage.progress().doing("half: rehearsal %d of %d".formatted(each + 1, REHEARSALS));
        send(echo, seconds, null);
        send(tenure, 2 * seconds, null);
        send(echo, seconds, null);
      }
      Times ours = new Times();
      Times theirs = new Times();
      List<Double> ratios = new ArrayList<>();
      List<Double> all = new ArrayList<>();
      int played = 0;
      for (; played < rounds && !stage.progress().halted(); played++) {
        stage.progress().doing("half: round %d of %d".formatted(played + 1, rounds));
        Steal steal = new Steal();
        try (Latencies ourTimes = stage.latencies("tenure, round " + (played + 1));
            Latencies echoTimes = stage.latencies("echo, round " + (played + 1))) {
          send(echo, seconds, echoTimes);
          send(tenure, seconds, ourTimes);
          send(tenure, seconds, ourTimes);
          send(echo, seconds, echoTimes);
          if (stage.progress().halted()) {
            break;
          }
          double ratio = at(ourTimes) / at(echoTimes);
          all.add(ratio);
          boolean blurred = ourTimes.isBlurred(JUDGED) || echoTimes.isBlurred(JUDGED);
          if (!blurred && steal.share() <= Steal.SHARE_MAX) {
            ours.add(ourTimes);
            theirs.add(echoTimes);
            ratios.add(ratio);
          }
        }
      }
      outcome.figure("p99.9 of the echo's, in all rounds", Comparison.median(all), "x");
      tell(played, ratios, ours, theirs);
    }

    private void send(Work work, double seconds, @Nullable Latencies latencies) {
      Peer peer = work.peer();
      try (Engine engine = new Engine(stage.progress()::halted)) {
        List<Link> links =
            engine.connect(
                peer.process().port(), CONNECTIONS, () -> peer.dialect(1), LinkSize.DEEP);
        SamePace.phase(stage, work, engine, links, rate, seconds / 4, null);
        SamePace.phase(stage, work, engine, links, rate, seconds, latencies);
      }
    }

    private static double at(Latencies latencies) {
      return latencies.corrected().getValueAtPercentile(JUDGED);
    }

    private void tell(int played, List<Double> ratios, Times ours, Times theirs) {
      outcome
          .setting("renewals per second", (long) rate)
          .setting("connections", CONNECTIONS)
          .setting("rounds", played)
          .setting("rounds thrown out", played - ratios.size())
          .distribution(theirs.told("echo"))
          .distribution(ours.told("tenure"))
          .figure("lowest ratio of a round", ratios.stream().min(Double::compare).orElse(0.0), "x")
          .figure("highest", ratios.stream().max(Double::compare).orElse(0.0), "x")
          .goalOfTimes(
              new Goal(
                      "p99.9 at half load, of the echo's",
                      Comparison.median(ratios),
                      "x",
                      Goal.Better.LOWER,
                      1.3,
                      1.1)
                  .within(Bounds.ofMedian(ratios))
                  .doubted(ratios.size() < CLEAN_MIN ? "spoilt" : null));
    }
  }
}

package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Jvm;
import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Comparison;
import io.tenure.loadtest.report.Curve;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Measures the cost of a renewal and of a lease, from a thousand leases to ten million. */
public final class CostCurve implements Scenario {

  private static final int CONNECTIONS = 16;
  private static final int DEEP_CONNECTIONS = 4;
  private static final int BATCH = 256;
  private static final int BATCHES = 8;
  private static final int FIRST = 1_000;
  private static final int BURSTS = 5;
  private static final int WARM_BURSTS = 5;
  private static final double SECOND = 1e9;

  @Override
  public String name() {
    return "curve";
  }

  @Override
  public String about() {
    return "CPU of a renewal and memory of a lease from 1k to --leases";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "seconds", "warm");
  }

  @Override
  public Outcome play(Stage stage) {
    Outcome outcome = new Outcome(name(), "What it costs, by the number of leases").saturated();
    int most = stage.options().count("leases", 10_000_000);
    long burst = (long) (SECOND * stage.options().number("seconds", 1));
    Points points = new Points();
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS)) {
      Work work = new Work(tenure);
      stage.progress().doing("curve: warming up");
      warm(stage, work);
      try {
        for (int held = FIRST; held <= most && !stage.progress().halted(); held *= 10) {
          points.add(stage, tenure, work, held, burst);
        }
      } catch (HaltedException ended) {
        points.requireSome(ended);
      }
      work.tell(outcome);
    }
    points.tell(outcome);
    return outcome;
  }

  /** With so few leases that they do not matter, so that all sizes find the code compiled. */
  private static void warm(Stage stage, Work work) {
    Peers.prepare(stage, work.peer(), FIRST);
    long burst = (long) (SECOND * stage.options().number("warm", 10) / (2 * WARM_BURSTS));
    for (int each = 0; each < WARM_BURSTS; each++) {
      new Contender(work, CONNECTIONS, 1, 1).burst(burst);
      new Contender(work, DEEP_CONNECTIONS, BATCHES, BATCH).burst(burst);
    }
  }

  /** The results for each size. */
  private record Points(
      List<Curve.Point> single, List<Curve.Point> batched, List<Curve.Point> memory) {

    Points() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    void add(Stage stage, Tenure tenure, Work work, int held, long burst) {
      stage.progress().doing("curve: acquiring up to %,d leases".formatted(held));
      Peers.prepare(stage, tenure, held - (held == FIRST ? 0 : held / 10));
      memory.add(new Curve.Point(held, liveHeap(tenure) / 1e6));
      stage.progress().doing("curve: %,d leases".formatted(held));
      single.add(point(held, new Contender(work, CONNECTIONS, 1, 1), burst));
      batched.add(point(held, new Contender(work, DEEP_CONNECTIONS, BATCHES, BATCH), burst));
      work.audit();
    }

    /** A user that ends the run gets the sizes before. */
    void requireSome(HaltedException ended) {
      if (single.isEmpty()) {
        throw ended;
      }
    }

    void tell(Outcome outcome) {
      outcome.curve(new Curve("CPU of a single renewal", "leases", "us", single));
      outcome.curve(new Curve("CPU of a renewal in batches of 256", "leases", "us", batched));
      outcome.curve(new Curve("live heap of the server", "leases", "MB", memory));
      if (single.size() > 1) {
        Curve.Point first = memory.get(0);
        Curve.Point last = memory.get(memory.size() - 1);
        outcome.figure(
            "memory of a lease", 1e6 * (last.y() - first.y()) / (last.x() - first.x()), "B");
        outcome.goal(
            new Goal(
                "CPU of a single renewal, at %,.0f leases against 1,000".formatted(last.x()),
                single.get(single.size() - 1).y() / single.get(0).y(),
                "x",
                Goal.Better.LOWER,
                1.15,
                1.05));
      }
    }

    private static long liveHeap(Tenure tenure) {
      try (Jvm jvm = new Jvm(tenure.process().pid())) {
        return jvm.liveHeapBytes();
      }
    }

    private static Curve.Point point(int leases, Contender contender, long burst) {
      contender.burst(burst);
      List<Double> micros = new ArrayList<>();
      for (int each = 0; each < BURSTS; each++) {
        micros.add(1e6 / contender.burst(burst).perCpuSecond());
      }
      return new Curve.Point(leases, Comparison.median(micros));
    }
  }
}

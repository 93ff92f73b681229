package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Proc;
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
 * Offers five times as much as the server can do. It measures how much the server still does, and
 * whether holders that renew in time keep their leases. The flood comes in batches, because one
 * sender alone cannot ask as fast by single renewals as one server answers them.
 */
public final class Overload implements Scenario {

  static final int BATCH = 64;

  private static final int FLOODING = 64;

  /** Batches on each stream, of which the best is the peak. */
  private static final int[] IN_FLIGHT = {4, 16, 64};

  /** Messages of the flood, before the punctual holders have another turn. */
  private static final int FLOOD_AT_ONCE = 64;

  private static final int PUNCTUAL_STREAMS = 8;
  private static final int PUNCTUAL = 2_000;

  /** A holder renews so often in its ttl. A sender that is later than that is not punctual. */
  private static final double RENEWALS = 3;

  static final String GOODPUT = "goodput";

  private static final String MEANWHILE = "punctual holders, meanwhile";

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
  public List<String> flags() {
    return List.of("leases", "ttl", "seconds");
  }

  @Override
  public Outcome play(Stage stage) {
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
        Engine flooding = new Engine(stage.progress()::halted);
        Engine calm = new Engine()) {
      tenure.prepare(flooding, stage.options().count("leases", 100_000));
      return new Run(stage, tenure, flooding, calm).play();
    }
  }

  /** {@code offered}: messages that connections took, in so many seconds. */
  record Flood(long offered, long renewed, double seconds, double fullSeconds) {

    /** Whether the server was given all it could take, at least for most of the time. */
    boolean overloads(double peak) {
      return fullSeconds > seconds / 2 || offered * BATCH / seconds > TIMES / 2 * peak;
    }
  }

  private static final class Run {

    private final Stage stage;
    private final Tenure tenure;
    private final Engine flooding;
    private final Engine calm;
    private final double seconds;
    private final long ttlMillis;
    private final Outcome outcome = new Outcome("overload", "Five times what the server can do");
    private final Held punctual = new Held(PUNCTUAL);
    private final Work work;
    private long lost;
    private long flooded;

    /** {@code calm}: the engine of the punctual holders; served before each part of the flood. */
    Run(Stage stage, Tenure tenure, Engine flooding, Engine calm) {
      this.stage = stage;
      this.tenure = tenure;
      this.flooding = flooding;
      this.calm = calm;
      work = new Work(tenure);
      seconds = stage.options().number("seconds", 10);
      ttlMillis = (long) stage.options().number("ttl", 3_000);
    }

    Outcome play() {
      List<Link> floods =
          flooding.connect(
              tenure.process().port(), FLOODING, () -> tenure.dialect(BATCH), LinkSize.DEEP);
      stage.progress().doing("overload: finding the peak");
      double peak = peak(floods);
      try (Account account = new Account(tenure);
          Latencies times = stage.latencies(MEANWHILE)) {
        List<Link> holders = punctualHolders();
        stage
            .progress()
            .doing("overload: %,.0f renewals per second offered".formatted(TIMES * peak));
        account.begin();
        Flood flood = flood(floods, holders, TIMES * peak, times, account);
        outcome.distribution(Distribution.of(MEANWHILE, times));
        tell(peak, flood, times.lag().getMaxValue());
      }
      work.audit();
      work.tell(outcome);
      return outcome;
    }

    /** The best rate of all depths: a low peak would flatter the later figures. */
    private double peak(List<Link> links) {
      double best = 0;
      double busy = 0;
      for (int inFlight : IN_FLIGHT) {
        Saturation saturation = new Saturation(flooding, links, inFlight, work, BATCH);
        long nanos = (long) (SECOND * seconds / 6);
        saturation.run(nanos / 2);
        saturation.forget();
        long cpu = Proc.cpuNanos(tenure.process().pid());
        long begun = System.nanoTime();
        saturation.run(nanos);
        double passed = System.nanoTime() - begun;
        double found = saturation.done() * SECOND / passed;
        if (found > best) {
          best = found;
          busy = (Proc.cpuNanos(tenure.process().pid()) - cpu) / passed;
        }
        saturation.end();
      }
      outcome.figure("processors busy with the server, at its peak", busy, "");
      return best;
    }

    private List<Link> punctualHolders() {
      Terms terms = new Terms("punctual/", ttlMillis);
      Told losses = new Losses(terms, true, (lease, now) -> lost++);
      List<Link> holders =
          calm.connect(
              tenure.process().port(),
              PUNCTUAL_STREAMS,
              () -> new TenureStream(punctual, terms, losses),
              LinkSize.DEEP);
      Prepared.evenly(calm, holders, PUNCTUAL, Say.ACQUIRE::of);
      return holders;
    }

    private Flood flood(
        List<Link> floods, List<Link> holders, double rate, Latencies times, Account account) {
      int messages = tenure.messages(BATCH);
      int stride = Stride.over(messages);
      long start = System.nanoTime();
      long end = start + (long) (SECOND * seconds);
      OpenLoop flood =
          new OpenLoop(
              floods,
              new Schedule(Schedule.Arrivals.CONSTANT, rate / BATCH, 1, start),
              end,
              number -> Stride.at(number, stride, messages),
              (link, said, done, refused, now) -> {
                flooded += done;
                work.answered(said, BATCH, done);
              });
      OpenLoop renewals =
          new OpenLoop(
              holders,
              new Schedule(Schedule.Arrivals.CONSTANT, punctualRate(), 1, start),
              end,
              number -> (int) (number % PUNCTUAL),
              (link, said, done, refused, now) -> {
                lost += refused;
                times.record(said.intendedNanos(), said.sentNanos(), now);
              });
      long full = 0;
      long before = System.nanoTime();
      while (before - end < 0 && !stage.progress().halted()) {
        renewals.sayWhatIsDue();
        calm.turn();
        boolean room = flood.sayAtMost(FLOOD_AT_ONCE);
        stage.progress().done(flooded);
        flooding.turn();
        long now = System.nanoTime();
        full += room ? 0 : now - before;
        before = now;
      }
      account.tell(outcome, Math.max(1, flooded));
      Flood found = new Flood(flood.sent(), flooded, (before - start) / SECOND, full / SECOND);
      flooding.hangUp();
      calm.awaitAnswers();
      return found;
    }

    private double punctualRate() {
      return PUNCTUAL * RENEWALS * 1_000 / ttlMillis;
    }

    private void tell(double peak, Flood flood, long lagNanos) {
      if (lost > 0 && lagNanos > ttlMillis * 1e6 / RENEWALS) {
        outcome.unmeasured("the sender was %.1f s late itself".formatted(lagNanos / SECOND));
      } else {
        outcome.check("leases that punctual holders lost", 0, lost);
      }
      double goodput = flood.renewed / flood.seconds;
      outcome
          .setting("renewals per second meant to be sent", (long) (TIMES * peak))
          .setting("of punctual holders", (long) punctualRate())
          .setting("flood", "%d streams, batches of %d".formatted(FLOODING, BATCH))
          .figure("peak, with 4, 16 or 64 batches in flight on each", peak, "/s")
          .figure("offered: what the sockets took", flood.offered * BATCH / flood.seconds, "/s")
          .figure(
              "time in which no flooding socket took more",
              100 * flood.fullSeconds / flood.seconds,
              "%")
          .figure(GOODPUT, goodput, "/s")
          .goal(
              new Goal(
                      "overload: goodput of the peak",
                      100 * goodput / peak,
                      "%",
                      Goal.Better.HIGHER,
                      85,
                      95)
                  .doubted(flood.overloads(peak) ? null : "not overloaded"));
    }
  }
}

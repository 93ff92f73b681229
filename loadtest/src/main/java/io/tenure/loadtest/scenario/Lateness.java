package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Delays;
import io.tenure.loadtest.pace.Schedule;
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
import org.HdrHistogram.Histogram;

/**
 * Measures how long after its deadline the end of a lease is reported. Meanwhile a million other
 * leases are renewed at half of the server's capacity. A deadline counts from before the sending of
 * the acquire, so the reported value is an upper bound.
 */
public final class Lateness implements Scenario {

  private static final String OURS = "events of Tenure";
  private static final String THEIRS = "events of etcd";
  private static final int STREAMS = 32;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final long CAPACITY_NANOS = 1_500_000_000L;
  private static final double LOAD = 0.5;

  @Override
  public String name() {
    return "lateness";
  }

  @Override
  public String about() {
    return "from a deadline to its event, while --leases are renewed";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "rate", "expiries", "ttl", "events", "seconds", "warm");
  }

  @Override
  public Outcome play(Stage stage) {
    Outcome outcome = ofOurs(stage);
    new Company(stage, outcome).play(() -> besideEtcd(stage, outcome));
    return outcome;
  }

  static Outcome ofOurs(Stage stage) {
    try (Run run = new Run(stage)) {
      return run.play();
    }
  }

  private static void besideEtcd(Stage stage, Outcome outcome) {
    Histogram theirs;
    try (Delays delays = stage.delays(THEIRS)) {
      new EtcdLateness(delays).measure(stage);
      theirs = delays.all();
    }
    Histogram ours = outcome.distributions().get(0).corrected();
    outcome.distribution(Distribution.of(THEIRS, theirs));
    outcome.goalOfTimes(
        new Goal(
            "lateness p99, etcd's against ours",
            Distribution.millisAt(theirs, 99) / Distribution.millisAt(ours, 99),
            "x",
            Goal.Better.HIGHER,
            25,
            50));
  }

  private static final class Run implements AutoCloseable {

    private final Stage stage;
    private final double expiries;
    private final long ttlNanos;
    private final boolean asHolder;
    private final Held ending;
    private final Delays lateness;
    private long measuredFromNanos;
    private int granted;
    private int events;
    private int early;

    Run(Stage stage) {
      this.stage = stage;
      expiries = stage.options().number("expiries", 2_000);
      ttlNanos = (long) (MILLI * stage.options().number("ttl", 1_000));
      asHolder = stage.options().oneOf("events", List.of("lost", "watch")).equals("lost");
      lateness = stage.delays(OURS);
      ending = new Held((int) (2 * expiries * (warm() + seconds())) + 1_000);
    }

    Outcome play() {
      int leases = stage.options().count("leases", 1_000_000);
      try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
          Engine engine = new Engine(stage.progress()::halted)) {
        stage.progress().doing("lateness: acquiring " + leases + " leases");
        tenure.prepare(engine, leases);
        return play(tenure, engine);
      }
    }

    private Outcome play(Tenure tenure, Engine engine) {
      Outcome outcome = new Outcome("lateness", "From deadline to event");
      List<Link> renewing =
          engine.connect(tenure.process().port(), STREAMS, () -> tenure.dialect(1), LinkSize.DEEP);
      Work work = new Work(tenure);
      double rate = stage.options().number("rate", halfOfCapacity(work, engine, renewing));
      List<Link> holders = holders(tenure, engine);
      try (Account account = new Account(tenure)) {
        stage.progress().doing("lateness, with %,.0f renewals per second".formatted(rate));
        long start = System.nanoTime();
        measuredFromNanos = start + (long) (SECOND * warm());
        long end = measuredFromNanos + (long) (SECOND * seconds());
        OpenLoop renewals = renewals(work, renewing, rate, start, end);
        OpenLoop grants =
            new OpenLoop(
                holders,
                new Schedule(Schedule.Arrivals.POISSON, expiries, 2, start),
                end - ttlNanos,
                number -> taking((int) number),
                (link, said, done, refused, now) -> granted += done);
        renewals.run(
            engine,
            stage.progress(),
            () -> {
              grants.sayWhatIsDue();
              return System.nanoTime() - measuredFromNanos >= 0;
            });
        account.begin();
        long before = renewals.sent();
        renewals.run(
            engine,
            stage.progress(),
            () -> {
              grants.sayWhatIsDue();
              return renewals.over();
            });
        account.tell(outcome, Math.max(1, renewals.sent() - before));
      }
      engine.awaitAnswers();
      engine.await("the last events", () -> events >= granted);
      work.audit();
      work.tell(outcome);
      tell(outcome, tenure.held().size(), rate);
      return outcome;
    }

    /**
     * Opens streams of holders, so that each hears of its own leases; or of watchers, which hear of
     * all.
     */
    private List<Link> holders(Tenure tenure, Engine engine) {
      Terms terms = new Terms("late/", ttlNanos / 1_000_000);
      Told losses = new Losses(terms, asHolder, this::ended);
      List<Link> holders =
          engine.connect(
              tenure.process().port(),
              STREAMS,
              () -> new TenureStream(ending, terms, asHolder ? losses : Told.NONE),
              LinkSize.DEEP);
      if (!asHolder) {
        Link watcher =
            engine.connect(
                tenure.process().port(), new TenureStream(ending, terms, losses), LinkSize.DEEP);
        engine.awaitGreetings();
        watcher.say(Say.WATCH.of(0), System.nanoTime(), System.nanoTime());
        engine.awaitAnswers();
      }
      return holders;
    }

    private double halfOfCapacity(Work work, Engine engine, List<Link> links) {
      stage.progress().doing("lateness: finding half of what the server can");
      Saturation saturation = new Saturation(engine, links, 1, work, 1);
      saturation.run(CAPACITY_NANOS);
      saturation.forget();
      saturation.run(CAPACITY_NANOS);
      saturation.end();
      return LOAD * saturation.done() * SECOND / CAPACITY_NANOS;
    }

    private OpenLoop renewals(Work work, List<Link> links, double rate, long start, long end) {
      int messages = work.peer().messages(1);
      int stride = Stride.over(messages);
      return new OpenLoop(
          links,
          new Schedule(Schedule.Arrivals.POISSON, rate, 1, start),
          end,
          number -> Stride.at(number, stride, messages),
          (link, said, done, refused, now) -> work.answered(said, 1, done));
    }

    /** Notes the time: the end may come before the answer, on another connection. */
    private int taking(int lease) {
      ending.acknowledged(lease, System.nanoTime());
      return Say.ACQUIRE.of(lease);
    }

    private void ended(int lease, long nowNanos) {
      events++;
      long late = nowNanos - ending.sentNanos(lease) - ttlNanos;
      early += late < 0 ? 1 : 0;
      if (ending.sentNanos(lease) - measuredFromNanos >= 0) {
        lateness.record(late, nowNanos);
      }
    }

    /** Runs until ends are compiled as well: else the compiler has the processor meanwhile. */
    private double warm() {
      return stage.options().number("warm", 10);
    }

    private double seconds() {
      return stage.options().number("seconds", 20);
    }

    private void tell(Outcome outcome, int leases, double rate) {
      double p99 = Distribution.millisAt(lateness.all(), 99);
      outcome
          .setting("leases renewed meanwhile", leases)
          .setting("renewals per second", (long) rate)
          .setting("expiries per second", (long) expiries)
          .setting("told to", asHolder ? "the holder's stream" : "one who watches")
          .distribution(Distribution.of(OURS, lateness.all()))
          .check("events, of leases that ended", granted, events)
          .check("events before their deadline", 0, early)
          .goalOfTimes(new Goal("lateness of events, p99", p99, "ms", Goal.Better.LOWER, 10, 6));
    }

    @Override
    public void close() {
      lateness.close();
    }
  }
}

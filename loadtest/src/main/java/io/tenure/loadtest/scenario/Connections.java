package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Jvm;
import io.tenure.loadtest.gauge.Proc;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Opens thousands of streams at once while others renew; then each of them renews. */
public final class Connections implements Scenario {

  private static final String MEANWHILE = "renewals while they came";
  private static final int RENEWING = 16;
  private static final int AT_ONCE = 16;
  private static final double KB = 1_024;
  private static final double MILLI = 1e6;
  private static final double SECOND = 1e9;
  private static final long PATIENCE_NANOS = 60_000_000_000L;

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public String about() {
    return "--connections that come at once, while others renew at --rate";
  }

  @Override
  public List<String> flags() {
    return List.of("connections", "rate");
  }

  @Override
  public Outcome play(Stage stage) {
    int connections = stage.options().count("connections", 9_000);
    double rate = stage.options().number("rate", 1_000);
    Outcome outcome = new Outcome("connections", "%,d streams come at once".formatted(connections));
    try (Tenure tenure = Tenure.inMemory(Tenure.TERMS);
        Engine engine = new Engine(stage.progress()::halted)) {
      tenure.prepare(engine, connections);
      List<Link> renewing =
          engine.connect(tenure.process().port(), RENEWING, () -> tenure.dialect(1), LinkSize.DEEP);
      long heapBefore = liveHeap(tenure);
      long before = Proc.settledResidentBytes(tenure.process().pid());
      stage.progress().doing("connections: " + connections + " come");
      try (Account account = new Account(tenure);
          Latencies meanwhile = stage.latencies(MEANWHILE)) {
        long[] refused = new long[1];
        List<Link> come = new ArrayList<>();
        long begun = System.nanoTime();
        OpenLoop loop = loop(renewing, tenure, rate, begun, meanwhile, refused);
        loop.run(
            engine,
            stage.progress(),
            () -> {
              for (int each = 0; each < AT_ONCE && come.size() < connections; each++) {
                come.add(
                    engine.connect(tenure.process().port(), tenure.dialect(1), LinkSize.SMALL));
              }
              return loop.over()
                  || come.size() == connections && come.get(connections - 1).greeted();
            });
        engine.awaitGreetings();
        double seconds = (System.nanoTime() - begun) / SECOND;
        engine.awaitAnswers();
        account.tell(outcome, come.size());
        outcome.distribution(Distribution.of(MEANWHILE, meanwhile));
        outcome.check("renewals refused meanwhile", 0, refused[0]);
        outcome.figure("until all were greeted", seconds, "s");
        eachRenews(engine, come, outcome);
        double streams = come.size() * KB;
        outcome.figure(
            "memory of a stream, on the heap", (liveHeap(tenure) - heapBefore) / streams, "KB");
        long grown = Proc.settledResidentBytes(tenure.process().pid()) - before;
        outcome.goal(
            new Goal("memory of a stream", grown / streams, "KB", Goal.Better.LOWER, 16, 8));
      }
    }
    return outcome.setting("streams", connections).setting("renewals per second", (long) rate);
  }

  /** After a collection: the garbage of the handshakes is no memory of a stream. */
  private static long liveHeap(Tenure tenure) {
    try (Jvm jvm = new Jvm(tenure.process().pid())) {
      return jvm.liveHeapBytes();
    }
  }

  private static OpenLoop loop(
      List<Link> links,
      Tenure tenure,
      double rate,
      long begun,
      Latencies meanwhile,
      long[] refused) {
    int messages = tenure.messages(1);
    return new OpenLoop(
        links,
        new Schedule(Schedule.Arrivals.POISSON, rate, 1, begun),
        begun + PATIENCE_NANOS,
        number -> (int) (number % messages),
        (link, said, done, hereRefused, now) -> {
          refused[0] += hereRefused;
          meanwhile.record(said.intendedNanos(), said.sentNanos(), now);
        });
  }

  private static void eachRenews(Engine engine, List<Link> links, Outcome outcome) {
    long[] counts = new long[1];
    Latencies times = new Latencies(null);
    links.forEach(
        link ->
            link.tell(
                (answered, said, done, refused, now) -> {
                  counts[0] += done;
                  times.record(said.intendedNanos(), said.sentNanos(), now);
                }));
    long now = System.nanoTime();
    for (int each = 0; each < links.size(); each++) {
      links.get(each).say(each, now, now);
    }
    engine.awaitAnswers();
    outcome.figure(
        "until each had renewed, all at once", times.corrected().getMaxValue() / MILLI, "ms");
    outcome.check("streams that renewed", links.size(), counts[0]);
  }
}

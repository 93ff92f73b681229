package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Proc;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Curve;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Renews for a long time: counts the answers within 100 ms, and looks for growth. */
public final class Soak implements Scenario {

  private static final long TIMELY_NANOS = 100_000_000;
  private static final double SECOND = 1e9;
  private static final double MEGA = 1e6;
  private static final int SAMPLES = 60;

  @Override
  public String name() {
    return "soak";
  }

  @Override
  public String about() {
    return "renewals at --rate for very many --seconds, and whether memory or files grow";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "rate", "batch", "connections", "seconds", "arrivals", "store");
  }

  @Override
  public Outcome play(Stage stage) {
    int leases = stage.options().count("leases", 200_000);
    double rate = stage.options().number("rate", 50_000);
    double seconds = stage.options().number("seconds", 600);
    int batch = stage.options().count("batch", 16);
    int connections = stage.options().count("connections", 64);
    String name = "batches of " + batch;
    Store store = Store.inMemory(stage.options());
    List<Curve.Point> memory = new ArrayList<>();
    Outcome outcome;
    try (Tenure tenure = new Tenure(Tenure.TERMS, store.flags());
        Engine engine = new Engine(stage.progress()::halted)) {
      stage.progress().doing("soak: acquiring " + leases + " leases");
      tenure.prepare(engine, leases);
      List<Link> links =
          engine.connect(
              tenure.process().port(), connections, () -> tenure.dialect(batch), LinkSize.DEEP);
      int messages = tenure.messages(batch);
      int stride = Stride.over(messages);
      long[] counts = new long[3];
      Work work = new Work(tenure);
      stage.progress().doing("soak");
      try (Account account = new Account(tenure);
          Latencies latencies = stage.latencies(name)) {
        int filesBefore = Proc.openFiles(tenure.process().pid());
        long begun = System.nanoTime();
        OpenLoop loop =
            new OpenLoop(
                links,
                new Schedule(Renew.arrivals(stage.options()), rate / batch, 1, begun),
                begun + (long) (seconds * SECOND),
                number -> Stride.at(number, stride, messages),
                (link, said, done, refused, now) -> {
                  counts[0]++;
                  counts[1] += now - said.intendedNanos() <= TIMELY_NANOS ? 1 : 0;
                  work.answered(said, batch, done);
                  counts[2] += done;
                  latencies.record(said.intendedNanos(), said.sentNanos(), now);
                });
        loop.run(
            engine,
            stage.progress(),
            () -> {
              double passed = (System.nanoTime() - begun) / SECOND;
              if (passed >= memory.size() * seconds / SAMPLES) {
                memory.add(
                    new Curve.Point(passed, Proc.residentBytes(tenure.process().pid()) / MEGA));
              }
              return loop.over();
            });
        engine.awaitAnswers();
        outcome = new Outcome("soak", "Renewals for %,.0f seconds".formatted(account.seconds()));
        account.tell(outcome, counts[2]);
        outcome.distribution(Distribution.of(name, latencies));
        int filesAfter = Proc.openFiles(tenure.process().pid());
        outcome.check("open files more than before", 0, Math.max(0, filesAfter - filesBefore));
      }
      work.audit();
      work.tell(outcome);
      outcome.figure("answered within 100 ms", 100.0 * counts[1] / counts[0], "%");
      outcome.curve(new Curve("memory of the server", "seconds", "MB", memory));
      double half = memory.get(memory.size() / 2).y();
      double last = memory.get(memory.size() - 1).y();
      outcome.figure("memory grown in the second half", 100 * (last / half - 1), "%");
    }
    return outcome
        .setting("leases", leases)
        .setting("renewals per second", (long) rate)
        .setting("connections", connections)
        .setting("store", store);
  }
}

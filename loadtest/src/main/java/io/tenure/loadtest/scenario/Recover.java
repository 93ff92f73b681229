package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Answers;
import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.HaltedException;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Outcome;
import java.util.List;

/** Kills the server and starts it again, until every lease is renewed by the id it had. */
public final class Recover implements Scenario {

  private static final int BATCH = 256;
  private static final double SECOND = 1e9;
  private static final long PATIENCE_NANOS = 120_000_000_000L;

  @Override
  public String name() {
    return "recover";
  }

  @Override
  public String about() {
    return "kill -9 with --leases in the store, until all are renewed again";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "store");
  }

  @Override
  public Outcome play(Stage stage) {
    int leases = stage.options().count("leases", 1_000_000);
    Store store = Store.durable(stage.options());
    Outcome outcome = new Outcome("recover", "%,d leases after kill -9".formatted(leases));
    outcome.setting("leases", leases).setting("store", store);
    try (Tenure tenure = new Tenure(Tenure.TERMS, store.flags())) {
      try (Engine engine = new Engine(stage.progress()::halted)) {
        stage.progress().doing("recover: acquiring " + leases + " leases, durably");
        long begun = System.nanoTime();
        tenure.prepare(engine, leases);
        outcome.figure(
            "durable grants per second, 8 streams with 64 in flight each",
            leases * SECOND / (System.nanoTime() - begun),
            "/s");
      }
      stage.progress().doing("recover: killed, and started again");
      long killed = System.nanoTime();
      try (Tenure again = tenure.crashAndStartAgain(store.flags())) {
        outcome.figure("until it is ready", (System.nanoTime() - killed) / SECOND, "s");
        long renewed;
        try {
          renewed = renewAll(stage, again, leases, killed);
        } catch (HaltedException ended) {
          return outcome.unmeasured("ended before every lease was renewed");
        }
        outcome.figure("until every lease is renewed", (System.nanoTime() - killed) / SECOND, "s");
        outcome.check("leases renewed by the ids they had", leases, renewed);
      }
      return outcome;
    }
  }

  /** Renews again and again until none is refused: shards come back one after the other. */
  private static long renewAll(Stage stage, Tenure tenure, int leases, long killed) {
    long[] counts = new long[1];
    while (counts[0] < leases && System.nanoTime() - killed < PATIENCE_NANOS) {
      counts[0] = 0;
      try (Engine engine = new Engine()) {
        List<Link> links =
            engine.connect(tenure.process().port(), 1, () -> tenure.dialect(BATCH), LinkSize.DEEP);
        engine.tell((link, said, done, refused, now) -> counts[0] += done);
        int messages = tenure.messages(BATCH);
        for (int message = 0; message < messages; ) {
          long now = System.nanoTime();
          if (stage.progress().halted()) {
            throw new HaltedException();
          }
          if (now - killed > PATIENCE_NANOS) {
            return counts[0];
          }
          message += links.get(0).say(message, now, now) ? 1 : 0;
          engine.turn();
        }
        engine.awaitAnswers();
        engine.tell(Answers.IGNORED);
      }
    }
    return counts[0];
  }
}

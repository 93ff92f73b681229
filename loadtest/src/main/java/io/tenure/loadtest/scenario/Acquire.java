package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.pace.Schedule;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.speech.Say;
import io.tenure.loadtest.speech.Tokens;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Acquires and releases leases at a fixed rate. They are durable by default, each with a key of its
 * own or many for few keys.
 */
public final class Acquire implements Scenario {

  @Override
  public String name() {
    return "acquire";
  }

  @Override
  public String about() {
    return "grants and releases at a fixed rate; few --keys make them contended";
  }

  @Override
  public List<String> flags() {
    return List.of("keys", "rate", "connections", "seconds", "warm", "arrivals", "seed", "store");
  }

  @Override
  public Outcome play(Stage stage) {
    Store store = Store.durable(stage.options());
    try (Tenure tenure = new Tenure(Tenure.TERMS, store.flags());
        Engine engine = new Engine()) {
      return new Run(stage, store, tenure, engine).play();
    }
  }

  private static final class Run {

    private final Stage stage;
    private final Store store;
    private final Tenure tenure;
    private final Engine engine;
    private final int keys;
    private final boolean contended;
    private final Tokens tokens;
    private final SplittableRandom random;
    private final Deque<Integer> granted = new ArrayDeque<>();
    private int next;
    private long grants;
    private long heldByOthers;
    private long releases;

    Run(Stage stage, Store store, Tenure tenure, Engine engine) {
      this.stage = stage;
      this.store = store;
      this.tenure = tenure;
      this.engine = engine;
      keys = stage.options().count("keys", 1_000_000);
      contended = keys < 1_000;
      random = new SplittableRandom(stage.options().count("seed", 1));
      tokens = new Tokens(keys);
    }

    Outcome play() {
      String name = (contended ? "contended, " : "uncontended, ") + "store " + store;
      Outcome outcome = new Outcome("acquire", "Grants, " + name);
      tenure.hold(keys);
      int connections = stage.options().count("connections", 32);
      List<Link> links =
          engine.connect(
              tenure.process().port(), connections, () -> tenure.dialect(tokens), LinkSize.DEEP);
      double rate = stage.options().number("rate", 2_000);
      stage.progress().doing("acquire, " + name + ": warming up");
      phase(links, rate, stage.options().number("warm", 3), new Latencies(null));
      long warm = grants;
      stage.progress().doing("acquire, " + name);
      try (Account account = new Account(tenure);
          Latencies latencies = stage.latencies(name)) {
        phase(links, rate, stage.options().number("seconds", 10), latencies);
        account.tell(outcome, grants - warm);
        outcome.distribution(Distribution.of(name, latencies));
      }
      outcome
          .setting("requests per second", (long) rate)
          .setting("keys", keys)
          .setting("connections", connections)
          .setting("store", store);
      outcome.figure("asked for in vain, because somebody held the key", heldByOthers, "");
      outcome.check("leases let go, of those granted", grants, releases);
      outcome.check("tokens that did not grow", 0, tokens.fallen());
      outcome.check("answers that are neither a grant nor held", 0, tokens.otherRefusals());
      return outcome;
    }

    /**
     * A granted lease is released in the next turn, apart from the schedule; and again, when the
     * server was too busy for that.
     */
    private void phase(List<Link> links, double rate, double seconds, Latencies latencies) {
      long start = System.nanoTime();
      OpenLoop loop =
          new OpenLoop(
              links,
              new Schedule(Renew.arrivals(stage.options()), rate, 1, start),
              start + (long) (seconds * 1e9),
              number -> Say.ACQUIRE.of(key()),
              (link, said, done, refused, now) -> {
                int number = Say.number(said.message());
                if (Say.what(said.message()) == Say.RELEASE) {
                  releases += done;
                  toLetGo(number, refused);
                } else {
                  latencies.record(said.intendedNanos(), said.sentNanos(), now);
                  grants += done;
                  heldByOthers += refused;
                  toLetGo(number, done);
                }
                letGo(link, now);
              });
      loop.run(engine, stage.progress());
      engine.await(
          "the last releases",
          () -> {
            links.forEach(link -> letGo(link, System.nanoTime()));
            return releases == grants;
          });
    }

    private void toLetGo(int number, int count) {
      if (count == 1) {
        granted.add(number);
      }
    }

    private void letGo(Link link, long now) {
      while (!granted.isEmpty() && link.say(Say.RELEASE.of(granted.peek()), now, now)) {
        granted.remove();
      }
    }

    private int key() {
      if (contended) {
        return random.nextInt(keys);
      }
      next = (next + 1) % keys;
      return next;
    }
  }
}

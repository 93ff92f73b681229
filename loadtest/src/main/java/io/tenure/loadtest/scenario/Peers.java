package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.peer.BareEcho;
import io.tenure.loadtest.peer.Etcd;
import io.tenure.loadtest.peer.Peer;
import io.tenure.loadtest.peer.Redis;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.peer.ZooKeeper;
import io.tenure.loadtest.report.Comparison;
import io.tenure.loadtest.report.Goal;
import io.tenure.loadtest.report.Outcome;
import java.util.List;
import java.util.function.Consumer;

/** Compares renewals per second of the server's processor with those of other systems. */
public final class Peers implements Scenario {

  private static final int CONNECTIONS = 16;
  private static final int DEEP_CONNECTIONS = 4;
  private static final int DEEP = 64;
  private static final int BATCH = 256;
  private static final int BATCHES = 8;

  /** Batches in flight on a connection; each peer is driven by the best of these. */
  private static final List<Integer> DEPTHS = List.of(1, 4, 8);

  private static final int THEIR_LEASES = 2_000;
  private static final int OUR_LEASES = 100_000;
  private static final double NANOS = 1e9;
  private static final long WARM_NANOS = 200_000_000;
  private static final double FASTER = 1.05;
  private static final int STEADY = 3;

  @Override
  public String name() {
    return "peers";
  }

  @Override
  public String about() {
    return "renewals per CPU-second beside echo, etcd, Redis and ZooKeeper, in interleaved rounds";
  }

  @Override
  public List<String> flags() {
    return List.of("leases", "rounds", "seconds", "warm");
  }

  @Override
  public Outcome play(Stage stage) {
    int rounds = stage.options().count("rounds", 10);
    long burst = (long) (NANOS * stage.options().number("seconds", 1));
    Outcome outcome = new Outcome(name(), "Beside the others: renewals per CPU-second");
    outcome.saturated();
    outcome.setting("rounds", rounds).setting("seconds of a burst", burst / NANOS);
    try (BareEcho echo = new BareEcho();
        Tenure tenure = Tenure.inMemory(Tenure.TERMS)) {
      prepare(stage, tenure, stage.options().count("leases", OUR_LEASES));
      Work bare = new Work(echo);
      Work ours = new Work(tenure);
      double warm = stage.options().number("warm", 30);
      stage.progress().doing("peers: warming up");
      warm(stage, bare, warm);
      warm(stage, ours, warm);
      Game game = new Game(stage, outcome, bare, ours, rounds, burst);
      Company company = new Company(stage, outcome);
      company.play(() -> beside(stage, outcome, new Etcd(), game::etcd));
      company.play(() -> beside(stage, outcome, new Redis(Redis.Renewal.PEXPIRE), game::redis));
      company.play(
          () -> beside(stage, outcome, new Redis(Redis.Renewal.SCRIPT), game::redisScript));
      company.play(() -> beside(stage, outcome, new ZooKeeper(), game::zooKeeper));
      company.play(game::ceiling);
      company.play(ours::audit);
      bare.tell(outcome);
      ours.tell(outcome);
    }
    return outcome;
  }

  private static void beside(Stage stage, Outcome outcome, Peer started, Consumer<Work> game) {
    try (Peer peer = started) {
      prepare(stage, peer, THEIR_LEASES);
      outcome.setting(peer.name(), peer.version());
      Work theirs = new Work(peer);
      game.accept(theirs);
      theirs.tell(outcome);
    }
  }

  /**
   * Runs until it becomes no faster: else the first comparison would be of a server not compiled.
   */
  static void warm(Stage stage, Work work, double seconds) {
    long begun = System.nanoTime();
    double best = 0;
    int steady = 0;
    while (!stage.progress().halted()
        && steady < STEADY
        && System.nanoTime() - begun < seconds * NANOS) {
      new Contender(work, CONNECTIONS, DEEP, 1).burst(WARM_NANOS);
      new Contender(work, DEEP_CONNECTIONS, BATCHES, BATCH).burst(WARM_NANOS);
      double now = new Contender(work, CONNECTIONS, 1, 1).burst(WARM_NANOS).perCpuSecond();
      steady = now > FASTER * best ? 0 : steady + 1;
      best = Math.max(best, now);
    }
  }

  static void prepare(Stage stage, Peer peer, int leases) {
    try (Engine engine = new Engine(stage.progress()::halted)) {
      peer.prepare(engine, leases);
    }
  }

  /** The two sides of a comparison, and the line to reach. */
  private record Game(
      Stage stage, Outcome outcome, Work echo, Work tenure, int rounds, long burst) {

    void ceiling() {
      Contender ours = new Contender(tenure, CONNECTIONS, 1, 1);
      Contender bare = new Contender(echo, CONNECTIONS, 1, 1);
      play("unbatched, against the bare echo", bare, ours, bare, 0.90, 0.96);
    }

    void etcd(Work etcd) {
      single("one outstanding, against etcd", etcd, 1, 2.5, 4);
      single("64 in flight, against etcd", etcd, DEEP, 1.5, 3);
      play(
          "batched, against etcd's deep streams",
          new Contender(echo, DEEP_CONNECTIONS, BATCHES, BATCH),
          deep(tenure),
          best(
              List.of(
                  new Contender(etcd, 1, 1_024, 1),
                  new Contender(etcd, DEEP_CONNECTIONS, 16, DEEP))),
          30,
          100);
    }

    void redis(Work redis) {
      single("unbatched, against PEXPIRE", redis, 1, 0.5, 0.7);
      batched("batched, against PEXPIRE pipelined", redis, 2, 8);
    }

    void redisScript(Work redis) {
      single("unbatched, against compare-and-expire", redis, 1, 0.5, 0.7);
      batched("batched, against compare-and-expire pipelined", redis, 2, 8);
    }

    void zooKeeper(Work zooKeeper) {
      single("one outstanding, against ZooKeeper's pings", zooKeeper, 1, 1, 2);
    }

    private void single(String name, Work theirs, int inFlight, double line, double aim) {
      play(
          name,
          new Contender(echo, CONNECTIONS, inFlight, 1),
          new Contender(tenure, CONNECTIONS, inFlight, 1),
          new Contender(theirs, CONNECTIONS, inFlight, 1),
          line,
          aim);
    }

    private void batched(String name, Work theirs, double line, double aim) {
      play(
          name,
          new Contender(echo, DEEP_CONNECTIONS, BATCHES, BATCH),
          deep(tenure),
          deep(theirs),
          line,
          aim);
    }

    /** At its best depth. */
    private Contender deep(Work work) {
      return best(
          DEPTHS.stream()
              .map(depth -> new Contender(work, DEEP_CONNECTIONS, depth, BATCH))
              .toList());
    }

    private Contender best(List<Contender> all) {
      Contender best = all.get(0);
      double most = 0;
      for (Contender each : all) {
        each.burst(burst);
        double found = each.burst(burst).and(each.burst(burst)).perCpuSecond();
        best = found > most ? each : best;
        most = Math.max(most, found);
      }
      return best;
    }

    private void play(
        String name, Contender bare, Contender ours, Contender theirs, double line, double aim) {
      if (stage.progress().halted()) {
        return;
      }
      Comparison comparison =
          new Rivalry(name, bare, ours, theirs).play(rounds, burst, stage.progress());
      outcome.comparison(comparison);
      outcome.goal(
          new Goal(
                  "renewals per CPU-second, " + name,
                  comparison.ratio(),
                  "x",
                  Goal.Better.HIGHER,
                  line,
                  aim)
              .within(comparison.confidence())
              .doubted(comparison.doubt()));
    }
  }
}

package io.tenure.loadtest.scenario;

import io.tenure.loadtest.net.Engine;
import io.tenure.loadtest.net.Link;
import io.tenure.loadtest.net.LinkSize;
import io.tenure.loadtest.net.Said;
import io.tenure.loadtest.pace.Delays;
import io.tenure.loadtest.pace.Latencies;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Distribution;
import io.tenure.loadtest.report.Outcome;
import io.tenure.loadtest.speech.Losses;
import io.tenure.loadtest.speech.Say;
import io.tenure.loadtest.speech.TenureStream;
import io.tenure.loadtest.speech.Terms;
import java.util.List;

/**
 * Simulates a job scheduler's day: workers claim jobs, renew while they work, and release them.
 * Some workers crash, and their jobs must come free.
 */
public final class Mixed implements Scenario {

  /** In parts of the ttl: a worker that renews within it after the last time comes in time. */
  private static final double PUNCTUAL = 2.0 / 3;

  private static final String CLAIMS = "claims, durable";
  private static final String RENEWALS = "renewals and releases";
  private static final String FREED = "jobs of crashed workers, from deadline";

  @Override
  public String name() {
    return "mixed";
  }

  @Override
  public String about() {
    return "a job scheduler's day: --rate jobs per second, claimed, renewed, released; some crash";
  }

  @Override
  public List<String> flags() {
    return List.of("rate", "ttl", "connections", "seconds", "seed", "store");
  }

  @Override
  public Outcome play(Stage stage) {
    Store store = Store.durable(stage.options());
    long ttlMillis = (long) stage.options().number("ttl", 1_500);
    Terms terms = new Terms("jobs/", ttlMillis);
    try (Tenure tenure = new Tenure(terms, store.flags());
        Engine engine = new Engine()) {
      try (Run run = new Run(stage, store, tenure, engine)) {
        return run.play();
      }
    }
  }

  private static final class Run implements AutoCloseable {

    private final Stage stage;
    private final Store store;
    private final Tenure tenure;
    private final Engine engine;
    private final Latencies claims;
    private final Latencies renewals;
    private final Delays lateness;
    private final JobPlan plan;
    private final long[] lastRenewedNanos;
    private final Deadlines deadlines;
    private final boolean[] claimed;
    private final boolean[] late;
    private long done;
    private long refused;
    private long refusedLate;
    private long freed;
    private long early;

    Run(Stage stage, Store store, Tenure tenure, Engine engine) {
      this.stage = stage;
      this.store = store;
      this.tenure = tenure;
      this.engine = engine;
      Options options = stage.options();
      plan =
          new JobPlan(
              options.number("rate", 400),
              options.number("seconds", 15),
              tenure.terms().ttlMillis(),
              options.count("seed", 1));
      tenure.hold(plan.jobs());
      deadlines = new Deadlines(tenure.held(), ttlNanos());
      lastRenewedNanos = new long[plan.jobs()];
      claimed = new boolean[plan.jobs()];
      late = new boolean[plan.jobs()];
      claims = stage.latencies(CLAIMS);
      renewals = stage.latencies(RENEWALS);
      lateness = stage.delays(FREED);
    }

    Outcome play() {
      Outcome outcome = new Outcome("mixed", "A job scheduler's day");
      Losses losses = new Losses(tenure.terms(), true, this::lost);
      int streams = stage.options().count("connections", 32);
      List<Link> workers =
          engine.connect(
              tenure.process().port(),
              streams,
              () -> new TenureStream(tenure.held(), tenure.terms(), losses),
              LinkSize.DEEP);
      engine.tell(this::answered);
      stage.progress().doing("mixed: %,d jobs".formatted(plan.jobs()));
      long steps;
      try (Account account = new Account(tenure)) {
        steps = work(workers);
        engine.await(
            "the jobs of crashed workers to come free",
            () -> freed >= plan.crashes() || stage.progress().halted());
        account.tell(outcome, Math.max(1, done));
      }
      return tell(outcome, steps);
    }

    private long work(List<Link> workers) {
      long start = System.nanoTime();
      long steps = 0;
      JobPlan.Step step = plan.next();
      while (step != null && !stage.progress().halted()) {
        long now = System.nanoTime();
        while (step != null && start + step.atNanos() - now <= 0) {
          if (step.what() != Say.ACQUIRE && !claimed[step.job()]) {
            plan.postpone(step);
            step = plan.next();
            continue;
          }
          Link worker = workers.get(step.job() % workers.size());
          if (!worker.say(step.what().of(step.job()), start + step.atNanos(), now)) {
            break;
          }
          went(step, now);
          steps++;
          step = plan.next();
        }
        stage.progress().done(steps);
        engine.turn();
      }
      engine.awaitAnswers();
      return steps;
    }

    /** A worker that comes much later than planned may have lost its job, by its own fault. */
    private void went(JobPlan.Step step, long now) {
      int job = step.job();
      late[job] |=
          step.what() != Say.ACQUIRE && now - lastRenewedNanos[job] > PUNCTUAL * ttlNanos();
      if (step.what() != Say.RELEASE) {
        lastRenewedNanos[job] = now;
      }
    }

    private long ttlNanos() {
      return 1_000_000 * tenure.terms().ttlMillis();
    }

    private void answered(Link link, Said said, int hereDone, int hereRefused, long now) {
      done += hereDone;
      if (late[Say.number(said.message())]) {
        refusedLate += hereRefused;
      } else {
        refused += hereRefused;
      }
      Say what = Say.what(said.message());
      deadlines.answered(what, Say.number(said.message()), hereDone == 1, said.sentNanos());
      claimed[Say.number(said.message())] |= what == Say.ACQUIRE && hereDone == 1;
      (what == Say.ACQUIRE ? claims : renewals).record(said.intendedNanos(), said.sentNanos(), now);
    }

    private void lost(int job, long nowNanos) {
      long afterDeadline = deadlines.lateNanos(job, nowNanos);
      early += afterDeadline < 0 ? 1 : 0;
      if (plan.crashes(job)) {
        freed++;
        lateness.record(afterDeadline, nowNanos);
      }
    }

    private Outcome tell(Outcome outcome, long steps) {
      if (plan.crashes() > 0) {
        outcome.distribution(Distribution.of(FREED, lateness.all()));
      }
      if (!stage.progress().halted()) {
        outcome.check("jobs that came free, of workers that crashed", plan.crashes(), freed);
      }
      return outcome
          .setting("jobs per second", plan.perSecond())
          .setting("jobs", plan.jobs())
          .setting("ttl", tenure.terms().ttlMillis() + " ms")
          .setting("store", store)
          .distribution(Distribution.of(CLAIMS, claims))
          .distribution(Distribution.of(RENEWALS, renewals))
          .figure("steps of workers", steps, "")
          .figure("p99 from deadline to free", Distribution.millisAt(lateness.all(), 99), "ms")
          .figure("steps refused to workers that came too late", refusedLate, "")
          .check("steps done, of those taken in time", steps - refusedLate, done)
          .check("steps refused to workers that came in time", 0, refused)
          .check("jobs lost before their deadline", 0, early);
    }

    @Override
    public void close() {
      claims.close();
      renewals.close();
      lateness.close();
    }
  }
}

package io.tenure.fault;

import io.tenure.machine.Standstill;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Runs one fault: load, a strike at a random moment, recovery, judgement. A run that breaks off is
 * judged as well.
 */
final class FaultRun {

  /** With fewer operations before the fault a run proves nothing. */
  static final double OPERATIONS_PER_SECOND_LEAST = 200;

  private static final long MEASURED_MILLIS = 800;
  private static final long MOMENT_MILLIS_MOST = 500;
  private static final long WARM_UP_MILLIS_MOST = 15_000;
  private static final long CONSEQUENCES_MILLIS = 1_200;

  /** A run alone with its servers causes half of this load. */
  private static final double BUSY_PER_CORE = 2.5;

  private final Fault fault;
  private final long seed;
  private final SplittableRandom chance;
  private final List<String> voids = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private int violations;

  /** The start of the load's clock. */
  private long zeroNanos;

  /** The start of the time in which the load is measured before the fault. */
  private long measuredNanos;

  private FaultRun(Fault fault, long seed) {
    this.fault = fault;
    this.seed = seed;
    chance = new SplittableRandom(seed);
  }

  static Outcome play(Fault fault, long seed) {
    return play(fault, seed, chance -> new Stage(fault, chance));
  }

  /** A violation that is found counts, even when the stage cannot be closed afterwards. */
  static Outcome play(Fault fault, long seed, Function<SplittableRandom, Stage> opening) {
    FaultRun run = new FaultRun(fault, seed);
    Outcome outcome = null;
    try (Stage stage = opening.apply(run.chance.split())) {
      outcome = run.play(stage);
    } catch (RuntimeException notClosed) {
      if (outcome == null || outcome.violations() == 0) {
        throw notClosed;
      }
      outcome.failures().add("the stage is not closed: " + notClosed);
    }
    return outcome;
  }

  private Outcome play(Stage stage) {
    Load load = stage.play(fault.homeTtlMillis());
    zeroNanos = Standstill.nowNanos() - load.now();
    Struck struck;
    History history;
    try {
      struck = strike(stage, load);
      history = load.end();
    } catch (RuntimeException | AssertionError brokenOff) {
      return judgeBrokenOff(stage, load, brokenOff);
    }
    return judge(history, struck, load.now(), stage.said());
  }

  private Struck strike(Stage stage, Load load) {
    if (!Stage.becomes(() -> load.grantedSince(0), WARM_UP_MILLIS_MOST)) {
      throw new NotInTime("nothing is granted at all");
    }
    if (!Stage.becomes(load::keepsASession, WARM_UP_MILLIS_MOST)) {
      throw new NotInTime("no session is kept alive at all");
    }
    measuredNanos = load.now();
    Stage.last(MEASURED_MILLIS + chance.nextLong(MOMENT_MILLIS_MOST));
    Struck struck = fault.strike().on(stage);
    long patienceMillis = fault.recoveryMillisMost() + Route.PATIENCE_MILLIS;
    // Only a grant proves that a server that came back owns a shard.
    long since = struck.recoversFromNanos();
    Stage.becomes(() -> load.shardsGrantedSince(since) == Stage.SHARDS, patienceMillis);
    // The other of two servers may go on granting while no server has taken over yet.
    Stage.becomes(() -> load.shows(struck.claims()), patienceMillis);
    Stage.last(CONSEQUENCES_MILLIS);
    return struck;
  }

  /** What the holders have seen until the strike broke off must be right all the same. */
  private Outcome judgeBrokenOff(Stage stage, Load load, Throwable why) {
    History history;
    try {
      history = load.end();
    } catch (RuntimeException notEnded) {
      notEnded.addSuppressed(why);
      throw notEnded;
    }
    long ended = load.now();
    boolean isVoid = why instanceof NotInTime && stoodStill(0, ended);
    (isVoid ? voids : failures).add("broken off: " + why);
    judgeSafety(history, fault.widestExcuse());
    Struck unreported = new Struck(ended, ended, 0, List.of());
    return outcome(new Tally(history), unreported, stage.said()).brokenOff(why);
  }

  private Outcome judge(History history, Struck struck, long ended, String said) {
    if (!fault.mayLose() && !struck.excuse().equals(Excuse.NONE)) {
      throw new IllegalStateException(fault.name() + " must not excuse a loss");
    }
    Tally tally = new Tally(history);
    double before = tally.perSecond(measuredNanos, struck.beganNanos());
    if (before < OPERATIONS_PER_SECOND_LEAST) {
      voids.add("only " + Math.round(before) + " operations a second before the fault");
    }
    if (history.cutOff()) {
      voids.add("the history is cut off");
    }
    for (Claim claim : struck.claims()) {
      String complaint = claim.complaint(history);
      if (complaint != null) {
        boolean late = claim.takesTime() && stoodStill(struck.beganNanos(), ended);
        (claim.aboutTheFault() || late ? voids : failures).add(complaint);
        violations += claim.aboutTheContract() ? 1 : 0;
      }
    }
    judgeRecovery(tally, struck, ended);
    judgeSafety(history, struck.excuse());
    return outcome(tally, struck, said);
  }

  private void judgeSafety(History history, Excuse excuse) {
    Verdict verdict = HistoryChecker.judge(history, fault.mayDoubt() ? excuse.doubting() : excuse);
    violations += verdict.count();
    if (verdict.count() > 0) {
      failures.add(verdict.count() + " violations");
      verdict.violations().forEach(each -> failures.add(each.toString()));
      failures.add(file(history, verdict));
      failures.add("excused: " + excuse);
    }
  }

  private String file(History history, Verdict verdict) {
    String name = fault.name().replaceAll("[^a-zA-Z0-9]+", "-") + "-" + seed;
    try {
      return "see " + HistoryFile.write(name, history, verdict.violations());
    } catch (UncheckedIOException failed) {
      return "the history is not written: " + failed;
    }
  }

  private Outcome outcome(Tally tally, Struck struck, String said) {
    return new Outcome(
        seed,
        tally.operations(),
        struck.crashes(),
        struck.failOvers(),
        tally.unknowns(),
        tally.perSecond(measuredNanos, struck.beganNanos()),
        tally.longestGapMillis(Tally::newGrant),
        violations,
        voids,
        failures,
        said,
        null);
  }

  /**
   * Whether the machine is so busy that every server runs late: safety can be judged, speed cannot.
   */
  private static boolean tooBusyToHurry() {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    return machine.getSystemLoadAverage() > BUSY_PER_CORE * machine.getAvailableProcessors();
  }

  private boolean stoodStill(long fromNanos, long untilNanos) {
    long stillNanos = Standstill.longestNanos(zeroNanos + fromNanos, zeroNanos + untilNanos);
    return stillNanos > Standstill.MOST_NANOS;
  }

  private void judgeRecovery(Tally tally, Struck struck, long ended) {
    long granted = tally.firstDoneNanos(struck.recoversFromNanos(), Tally::newGrant);
    long mostNanos = fault.recoveryMillisMost() * 1_000_000;
    if (granted < 0) {
      (stoodStill(struck.beganNanos(), ended) ? voids : failures)
          .add("nothing is granted any more");
    } else if (granted - struck.recoversFromNanos() > mostNanos) {
      long tookMillis = (granted - struck.recoversFromNanos()) / 1_000_000;
      String late = "granted again after " + tookMillis + " ms only";
      if (tooBusyToHurry() || stoodStill(struck.beganNanos(), granted)) {
        voids.add(late + ", on a machine that stood still or has too much to do");
      } else {
        failures.add(late);
      }
    }
  }
}

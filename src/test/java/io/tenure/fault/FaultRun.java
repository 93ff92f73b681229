package io.tenure.fault;

import io.tenure.machine.Standstill;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Runs one fault: load, a strike at a random moment, recovery, judgement. */
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

  private FaultRun(Fault fault, long seed) {
    this.fault = fault;
    this.seed = seed;
    chance = new SplittableRandom(seed);
  }

  static Outcome play(Fault fault, long seed) {
    return new FaultRun(fault, seed).play();
  }

  private Outcome play() {
    try (Stage stage = new Stage(fault, chance.split())) {
      Load load = stage.play(fault.homeTtlMillis());
      zeroNanos = Standstill.nowNanos() - load.now();
      if (!Stage.becomes(() -> load.grantedSince(0), WARM_UP_MILLIS_MOST)) {
        throw new IllegalStateException("nothing is granted at all:\n" + stage.said());
      }
      long measuredFrom = load.now();
      Stage.last(MEASURED_MILLIS + chance.nextLong(MOMENT_MILLIS_MOST));
      Struck struck = fault.strike().on(stage);
      long patienceMillis = fault.recoveryMillisMost() + Route.PATIENCE_MILLIS;
      // Only a grant proves that a server that came back owns a shard.
      long since = struck.recoversFromNanos();
      Stage.becomes(() -> load.shardsGrantedSince(since) == Stage.SHARDS, patienceMillis);
      // The other of two servers may go on granting while no server has taken over yet.
      Stage.becomes(() -> load.shows(struck.claims()), patienceMillis);
      Stage.last(CONSEQUENCES_MILLIS);
      History history = load.end();
      return judge(history, measuredFrom, struck, load.now(), stage.said());
    }
  }

  private Outcome judge(
      History history, long measuredFrom, Struck struck, long ended, String said) {
    Tally tally = new Tally(history);
    double before = tally.perSecond(measuredFrom, struck.beganNanos());
    if (before < OPERATIONS_PER_SECOND_LEAST) {
      voids.add("only " + Math.round(before) + " operations a second before the fault");
    }
    if (history.cutOff()) {
      voids.add("the history is cut off");
    }
    for (Claim claim : struck.claims()) {
      String complaint = claim.complaint(history);
      if (complaint != null) {
        boolean isVoid = claim.aboutTheFault() || claim.takesTime() && stoodStill(struck, ended);
        (isVoid ? voids : failures).add(complaint);
        violations += claim.aboutTheContract() ? 1 : 0;
      }
    }
    judgeRecovery(tally, struck, ended);
    Verdict verdict = HistoryChecker.judge(history, struck.excuse());
    violations += verdict.count();
    if (verdict.count() > 0) {
      failures.add(verdict.count() + " violations");
      verdict.violations().forEach(each -> failures.add(each.toString()));
      String name = fault.name().replaceAll("[^a-zA-Z0-9]+", "-") + "-" + seed;
      failures.add("see " + HistoryFile.write(name, history, verdict.violations()));
      failures.add("excused: " + struck.excuse());
    }
    return new Outcome(
        seed,
        tally.operations(),
        struck.crashes(),
        struck.failOvers(),
        tally.unknowns(),
        before,
        tally.longestGapMillis(Tally::newGrant),
        violations,
        voids,
        failures,
        said);
  }

  /**
   * Whether the machine is so busy that every server runs late: safety can be judged, speed cannot.
   */
  private static boolean tooBusyToHurry() {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    return machine.getSystemLoadAverage() > BUSY_PER_CORE * machine.getAvailableProcessors();
  }

  private boolean stoodStill(Struck struck, long untilNanos) {
    long stillNanos =
        Standstill.longestNanos(zeroNanos + struck.beganNanos(), zeroNanos + untilNanos);
    return stillNanos > Standstill.MOST_NANOS;
  }

  private void judgeRecovery(Tally tally, Struck struck, long ended) {
    long granted = tally.firstDoneNanos(struck.recoversFromNanos(), Tally::newGrant);
    long mostNanos = fault.recoveryMillisMost() * 1_000_000;
    if (granted < 0) {
      (stoodStill(struck, ended) ? voids : failures).add("nothing is granted any more");
    } else if (granted - struck.recoversFromNanos() > mostNanos) {
      long tookMillis = (granted - struck.recoversFromNanos()) / 1_000_000;
      String late = "granted again after " + tookMillis + " ms only";
      if (tooBusyToHurry() || stoodStill(struck, granted)) {
        voids.add(late + ", on a machine that stood still or has too much to do");
      } else {
        failures.add(late);
      }
    }
  }
}

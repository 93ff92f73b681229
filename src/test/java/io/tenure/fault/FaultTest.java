package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Real servers and a real Redis under load, struck by one fault each, judged by what their holders
 * were told. {@code -Dfault.rounds=50} plays each fault so often, {@code -Dfault.minutes=30} shares
 * so much time among all faults, {@code -Dfault.seed=7} begins with that seed.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS) // As long as is asked for: each wait has its own limit.
@Execution(ExecutionMode.CONCURRENT)
class FaultTest {

  private static final int ROUNDS = Integer.getInteger("fault.rounds", 1);
  private static final int MINUTES = Integer.getInteger("fault.minutes", 0);
  private static final long SEED = Long.getLong("fault.seed", System.nanoTime() & 0xffffff);

  /** A machine that is busy for a moment gets another chance to prove something. */
  private static final int VOID_MAX = 3;

  private static final int FAULTS = 24;

  /** As the configuration of JUnit has it. */
  private static final int AT_ONCE = 2;

  private static final boolean LONG = ROUNDS > 1 || MINUTES > 0;
  private static final long TOLD_EVERY_NANOS = 30_000_000_000L;
  private static final FaultReport REPORT = new FaultReport();

  @AfterAll
  static void report() {
    if (LONG) {
      System.out.println(REPORT.table());
    }
  }

  @Test
  void noFaultAtAll() {
    prove(ServerFaults.none());
  }

  @Test
  void aServerIsKilled() {
    prove(ServerFaults.killed());
  }

  @Test
  void aServerIsFrozen() {
    prove(ServerFaults.frozen());
  }

  @Test
  void theActiveOfTwoIsKilled() {
    prove(ServerFaults.activeKilled());
  }

  @Test
  void theActiveOfTwoIsFrozenAndWakes() {
    prove(ServerFaults.activeFrozen());
  }

  @Test
  void theServersOwnRedisIsKilled() {
    prove(RedisFaults.ownKilled());
  }

  @Test
  void redisIsKilled() {
    prove(RedisFaults.killed());
  }

  @Test
  void redisIsFrozen() {
    prove(RedisFaults.frozen());
  }

  @Test
  void aServerIsKilledWhileRedisIsFrozen() {
    prove(RedisFaults.frozenAndServerKilled());
  }

  @Test
  void redisIsReadOnly() {
    prove(RedisFaults.readOnly());
  }

  @Test
  void redisIsFull() {
    prove(RedisFaults.full());
  }

  @Test
  void redisAsksAPassword() {
    prove(RedisFaults.locked());
  }

  @Test
  void redisLosesItsLastSeconds() {
    prove(RedisFaults.lostSeconds());
  }

  @Test
  void redisLosesItsLastSecondsAndTheServerIsKilled() {
    prove(RedisFaults.lostSecondsAndServer());
  }

  @Test
  void redisIsFlushed() {
    prove(RedisFaults.flushed());
  }

  @Test
  void redisIsFlushedUnderAnActiveAndAStandby() {
    prove(RedisFaults.flushedUnderTwo());
  }

  @Test
  void redisIsSlow() {
    prove(RedisFaults.slow());
  }

  @Test
  void redisIsHalfOpen() {
    prove(RedisFaults.halfOpen());
  }

  @Test
  void theAnswersOfRedisAreLost() {
    prove(RedisFaults.deaf());
  }

  @Test
  void redisIsCutOff() {
    prove(RedisFaults.cut());
  }

  @Test
  void theAddressOfRedisMovesToItsReplica() {
    prove(DurabilityFaults.replicaPromoted());
  }

  @Test
  void aRelaxedServerIsKilledAheadOfItsRedis() {
    prove(DurabilityFaults.relaxedAhead());
  }

  @Test
  void aLazyRedisLosesItsLastSecondAndTheActiveOfTwoIsKilled() {
    prove(DurabilityFaults.lazyRedisAndActiveKilled());
  }

  @Test
  void redisIsCutOffForLongerThanTheTerm() {
    prove(DurabilityFaults.outageBeyondTheTerm());
  }

  private static void prove(Fault fault) {
    long share = MINUTES * 60_000_000_000L * AT_ONCE / FAULTS;
    long beganNanos = System.nanoTime();
    int proven = 0;
    long toldNanos = beganNanos;
    int inconclusive = 0;
    List<String> voids = List.of();
    for (long seed = SEED; again(proven, share, beganNanos); seed++) {
      Outcome outcome = FaultRun.play(fault, seed);
      REPORT.add(fault, outcome);
      if (!outcome.failures().isEmpty()) {
        fail(story(fault, outcome));
      }
      if (outcome.isVoid()) {
        voids = outcome.voids();
        inconclusive++;
        if (inconclusive >= VOID_MAX && inconclusive > proven) {
          fail("inconclusive, " + fault.name() + ": " + voids);
        }
      } else {
        proven++;
      }
      if (LONG && System.nanoTime() - toldNanos > TOLD_EVERY_NANOS) {
        toldNanos = System.nanoTime();
        System.out.printf("%s: %d runs, %d void%n", fault.name(), proven, inconclusive);
      }
    }
  }

  private static boolean again(int proven, long shareNanos, long beganNanos) {
    return MINUTES == 0
        ? proven < ROUNDS
        : proven == 0 || System.nanoTime() - beganNanos < shareNanos;
  }

  private static String story(Fault fault, Outcome outcome) {
    return fault.name()
        + ", seed "
        + outcome.seed()
        + " (-Dfault.seed="
        + outcome.seed()
        + "):\n"
        + String.join("\n", outcome.failures())
        + "\n"
        + outcome.said();
  }
}

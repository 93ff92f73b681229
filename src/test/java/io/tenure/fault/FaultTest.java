package io.tenure.fault;

import io.tenure.machine.RealMachine;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Strikes real servers and a real Redis under load by one fault each, and judges the answers to the
 * holders. {@link FaultProof} sets the duration and the first seed.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS) // Properties set its length: each wait has its own limit.
@Execution(ExecutionMode.CONCURRENT)
@RealMachine
class FaultTest {

  private static final int FAULTS = 24;
  private static final FaultProof PROOF = new FaultProof(FAULTS, FaultProof.rounds());

  @AfterAll
  static void report() {
    PROOF.close();
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
    PROOF.prove(fault);
  }
}

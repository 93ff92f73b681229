package io.tenure.fault;

import io.tenure.fault.FailOver.Blow;
import io.tenure.fault.FailOver.Durability;
import io.tenure.fault.FailOver.OldPrimary;
import io.tenure.machine.RealMachine;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays fail-overs of a real Redis to a replica that lags, under two real servers. By default it
 * plays a few of all combinations; {@code -Dfault.failovers=200} plays all of them, in at least so
 * many runs that are not void.
 */
@Timeout(value = 1, unit = TimeUnit.DAYS) // Properties set its length: each wait has its own limit.
@Execution(ExecutionMode.CONCURRENT)
@RealMachine
class FailOverTest {

  private static final int FAIL_OVERS = Integer.getInteger("fault.failovers", 0);

  /**
   * Each durability and each blow, with each fate of the old primary and both kinds of address: in
   * about a minute, two at a time.
   */
  private static final List<FailOver> FEW =
      List.of(
          new FailOver(Durability.RELAXED, Blow.STOPPED, OldPrimary.DIES, false),
          new FailOver(Durability.RELAXED, Blow.KILLED, OldPrimary.DIES, true),
          new FailOver(Durability.STRICT, Blow.KILLED, OldPrimary.RETURNS, false),
          new FailOver(Durability.STRICT, Blow.FROZEN, OldPrimary.DIES, false),
          new FailOver(Durability.STRICT, Blow.STANDBY_FROZEN, OldPrimary.FOLLOWS, true),
          new FailOver(Durability.RELAXED, Blow.STANDBY_CUT_OFF, OldPrimary.DIES, false),
          new FailOver(Durability.ONE_REPLICA, Blow.CUT_OFF, OldPrimary.DIES, false),
          new FailOver(Durability.ONE_REPLICA, Blow.NOTHING, OldPrimary.FOLLOWS, true),
          new FailOver(Durability.TWO_REPLICAS, Blow.KILLED, OldPrimary.DIES, false));

  private static final FaultProof PROOF = new FaultProof(played().size(), rounds());

  static List<FailOver> played() {
    return FAIL_OVERS > 0 ? FailOver.all() : FEW;
  }

  private static int rounds() {
    int each = (FAIL_OVERS + played().size() - 1) / played().size();
    return Math.max(FaultProof.rounds(), each);
  }

  @AfterAll
  static void report() {
    PROOF.close();
  }

  @ParameterizedTest
  @MethodSource("played")
  void aReplicaThatLagsTakesThePlaceOfItsPrimary(FailOver failOver) {
    PROOF.prove(failOver.fault());
  }
}

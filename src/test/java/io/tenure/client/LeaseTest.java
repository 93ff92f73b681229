package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.Loss.Reason;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.hold.Bench;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import reactor.core.publisher.Mono;

/**
 * Checks the clock of the holder rule by rule. All tests have L = 30 s, R = 10 s, S = 5 s and a
 * drift of 15 ms.
 */
final class LeaseTest {

  /** L - S - drift. */
  private static final long SAFE = 30_000 - 5_000 - 15;

  /** The end is reported a tenth of the safety margin earlier. */
  private static final long TOLD = SAFE - 500;

  @Test
  void aLeaseIsSafeFromBeforeItsRequestWasSent() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      bench.server.script(
          Operation.ACQUIRE,
          ask -> Mono.just(bench.server.usual(ask)).delayElement(millis(2_000), bench.time));
      List<Lease> leases = bench.all(bench.client.acquire("a", millis(30_000)).flux());
      bench.pass(2_000);

      assertEquals(millis(SAFE - 2_000), leases.get(0).safeFor());
    }
  }

  @Test
  void whenNobodyAnswersItIsLateAndThenLostBeforeItIsUnsafe() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      List<LeaseState> states = bench.all(lease.states());
      List<Loss> losses = bench.all(lease.lost().flux());

      bench.pass(19_999);
      assertEquals(List.of(LeaseState.HELD), states);
      bench.pass(1);
      assertEquals(List.of(LeaseState.HELD, LeaseState.JEOPARDY), states);
      assertTrue(lease.isSafe());
      bench.pass(TOLD - 20_000 - 1);
      assertTrue(lease.isSafe());
      bench.pass(1);
      assertEquals(List.of(LeaseState.HELD, LeaseState.JEOPARDY, LeaseState.LOST), states);
      assertFalse(lease.isSafe());
      assertEquals(1, losses.size());
      assertEquals(Reason.OUT_OF_TIME, losses.get(0).reason());
      assertEquals(Reason.OUT_OF_TIME, lost(lease).reason());
    }
  }

  @Test
  void aRenewalCountsFromWhenThatRenewalWasSent() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(10_000);
      bench.pass(3_000);

      bench.server.frame(0).renew(30_000);
      bench.time.advanceTime();

      assertEquals(millis(SAFE - 3_000), lease.safeFor());
      assertEquals(LeaseState.HELD, lease.state());
    }
  }

  @Test
  void answersOutOfOrderLengthenNothingWrongly() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(15_000);
      assertEquals(2, bench.server.frames.size(), "one at 10 s, one again at 15 s");

      bench.server.frame(1).renew(30_000);
      bench.time.advanceTime();
      assertEquals(millis(SAFE), lease.safeFor());
      bench.pass(1_000);
      bench.server.frame(0).renew(30_000);
      bench.time.advanceTime();

      assertEquals(millis(SAFE - 1_000), lease.safeFor(), "an older one changes nothing");
    }
  }

  @Test
  void anAnswerThatComesWhenItIsOverRevivesNothing() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());
      bench.pass(10_000);
      bench.pause(SAFE - 10_000);

      bench.server.frame(0).renew(30_000);
      bench.time.advanceTime();

      assertFalse(lease.isSafe(), "it would be safe for 10 s, had nobody been told otherwise");
      assertEquals(1, losses.size());
      assertEquals(LeaseState.LOST, lease.state());
    }
  }

  @Test
  void afterAPauseWhoAsksIsToldBeforeAnyTimerHasRun() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());

      bench.pause(SAFE);

      assertFalse(lease.isSafe());
      assertEquals(Duration.ZERO, lease.safeFor());
      assertEquals(Reason.OUT_OF_TIME, lost(lease).reason());
      bench.pass(60_000);
      assertEquals(1, losses.size());
      assertTrue(bench.server.frames.isEmpty(), "what is lost is not renewed");
    }
  }

  @Test
  void whoSleptIsToldWithinASecondThoughTimersSleptAsWell() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());

      bench.pause(60_000);
      bench.pass(1_000);

      assertEquals(1, losses.size());
      assertTrue(bench.server.frames.isEmpty(), "what is over is not renewed");
    }
  }

  @Test
  void ofABreakWithGraceNothingLengthensAnyMore() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(15_000);

      bench.server.frame(1).breaking(6_000);
      bench.time.advanceTime();
      long left = 6_000 - 1_000 - 3;
      assertEquals(millis(left), lease.safeFor());
      bench.server.frame(0).renew(30_000);
      bench.time.advanceTime();

      assertEquals(millis(left), lease.safeFor(), "it was handled before the break was asked for");
    }
  }

  @Test
  void aBreakThatAnEarlierRenewalTellsLaterCutsItToo() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(15_000);
      bench.server.frame(1).renew(30_000);
      bench.time.advanceTime();

      bench.server.frame(0).breaking(12_000);
      bench.time.advanceTime();

      assertEquals(millis(12_000 - 5_000 - 2_000 - 6), lease.safeFor());
    }
  }

  @ParameterizedTest
  @CsvSource({"PENDING", "UNAVAILABLE", "BUSY", "UNKNOWN", "INTERNAL"})
  void whatMayPassIsTriedAgainWithinWhatIsLeft(Outcome code) {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(10_000);
      for (int at = 0; at < 3; at++) {
        assertEquals(at + 1, bench.server.frames.size());
        bench.server.frame(at).refuse(code);
        bench.time.advanceTime();
        bench.pass(1_500);
      }

      bench.server.lastFrame().renew(30_000);
      bench.time.advanceTime();

      assertTrue(lease.isSafe());
      assertTrue(lease.safeFor().compareTo(millis(SAFE - 5_000)) > 0);
    }
  }

  @Test
  void anUnreachableServerIsAskedAgainAndAgainUntilItIsLost() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      bench.pass(10_000);
      for (int at = 0; lease.isSafe(); at++) {
        if (at < bench.server.frames.size()) {
          bench.server.frame(at).fail();
        }
        bench.pass(1_500);
      }

      int attempts = bench.server.frames.size();
      assertTrue(attempts >= 8 && attempts <= 30, "attempts: " + attempts);
      bench.pass(60_000);
      assertEquals(attempts, bench.server.frames.size());
    }
  }

  @Test
  void ensureSaysWhetherThereIsTimeEnough() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");

      lease.ensure(millis(SAFE));
      assertThrows(InsufficientTimeException.class, () -> lease.ensure(millis(SAFE + 1)));
      bench.pass(SAFE);
      assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ZERO));
    }
  }

  @Test
  void withAHardTtlALapsedLeaseMayComeBack() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Claim claim = Claim.of("a", millis(30_000)).withHardTtl(millis(90_000));
      Lease lease = bench.get(bench.client.acquire(claim));
      List<LeaseState> states = bench.all(lease.states());
      bench.pass(40_000);

      assertFalse(lease.isSafe());
      assertEquals(LeaseState.LAPSED, lease.state());
      assertThrows(InsufficientTimeException.class, () -> lease.ensure(Duration.ZERO));
      bench.server.lastFrame().renew(30_000);
      bench.time.advanceTime();
      assertTrue(lease.isSafe());
      assertEquals(
          List.of(LeaseState.HELD, LeaseState.JEOPARDY, LeaseState.LAPSED, LeaseState.HELD),
          states);

      bench.pass(200_000);
      assertEquals(LeaseState.LOST, lease.state());
    }
  }

  @Test
  void itIsRenewedForAsLongAsItIsHeld() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      List<LeaseState> states = bench.all(lease.states());

      for (int second = 0; second < 3_600; second++) {
        bench.pass(1_000);
        assertTrue(lease.isSafe());
      }

      assertEquals(List.of(LeaseState.HELD), states);
      assertTrue(bench.server.frames.size() <= 361, "frames: " + bench.server.frames.size());
    }
  }

  private static Loss lost(Lease lease) {
    return assertThrows(LeaseLostException.class, () -> lease.ensure(Duration.ZERO)).loss();
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}

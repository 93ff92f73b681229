package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.Loss.Reason;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnreachableException;
import io.tenure.client.hold.Bench;
import io.tenure.client.transport.LossPush;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks how a lease ends, and that its end is reported once. */
final class LeaseEndTest {

  @ParameterizedTest
  @CsvSource({
    "EXPIRED, EXPIRED",
    "BROKEN, BROKEN",
    "RELEASED, RELEASED",
    "NOT_FOUND, NOT_FOUND",
  })
  void whatIsRefusedForGoodIsLostAtOnceAndNotAskedAgain(Outcome code, Reason reason) {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());
      bench.pass(10_000);

      bench.server.frame(0).refuse(code);
      bench.time.advanceTime();

      assertFalse(lease.isSafe());
      assertEquals(reason, losses.get(0).reason());
      bench.pass(60_000);
      assertEquals(1, bench.server.frames.size());
      assertEquals(1, losses.size());
    }
  }

  @Test
  void aLossThatIsPushedIsToldOnce() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());
      LossPush pushed =
          new LossPush(FakeTransport.handle(1), Problem.of(Outcome.BROKEN, "maintenance"));

      bench.server.losses.tryEmitNext(pushed);
      bench.server.losses.tryEmitNext(pushed);
      bench.time.advanceTime();
      bench.pass(60_000);

      assertEquals(1, losses.size());
      assertEquals(Reason.BROKEN, losses.get(0).reason());
      assertEquals("maintenance", losses.get(0).detail());
      assertFalse(lease.isSafe());
    }
  }

  @Test
  void fromTheMomentOfItsReleaseItIsNotSafe() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      List<Loss> losses = bench.all(lease.lost().flux());
      bench.server.script(Operation.RELEASE, ask -> FakeTransport.unreachable());
      List<Boolean> done = new ArrayList<>();

      lease.release().subscribe(nothing -> {}, thrown -> {}, () -> done.add(true));

      assertFalse(lease.isSafe());
      assertEquals(LeaseState.RELEASED, lease.state());
      assertTrue(done.isEmpty());
      bench.pass(1_000);
      assertEquals(List.of(true), done, "asked again, and answered");
      assertEquals(2, bench.server.asked(Operation.RELEASE).size());
      bench.pass(60_000);
      assertTrue(losses.isEmpty());
      assertTrue(bench.server.frames.isEmpty());
    }
  }

  @Test
  void whileItIsHandedOnItIsNotSafeAndAfterARefusalItIsAgain() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      bench.server.script(
          Operation.TRANSFER,
          ask ->
              FakeTransport.refused(Outcome.NOBODY_WAITING)
                  .delaySubscription(millis(100), bench.time));
      List<Throwable> refused = bench.failures(lease.transfer(null).flux());

      assertFalse(lease.isSafe());
      bench.pass(100);
      assertEquals("NOBODY_WAITING", ((RefusedException) refused.get(0)).code());
      assertTrue(lease.isSafe());

      bench.get(lease.transfer("ben"));
      assertFalse(lease.isSafe());
      assertEquals(LeaseState.RELEASED, lease.state());
    }
  }

  @Test
  void aTransferOfWhichNothingIsHeardGivesTheLeaseUp() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      for (int at = 0; at < 100; at++) {
        bench.server.script(Operation.TRANSFER, ask -> FakeTransport.unreachable());
      }
      List<Throwable> failed = bench.failures(lease.transfer("ben").flux());

      bench.pass(60_000);

      assertTrue(failed.get(0) instanceof UnreachableException);
      assertEquals(LeaseState.RELEASED, lease.state());
      assertEquals(1, bench.server.asked(Operation.RELEASE).size());
    }
  }

  @Test
  void aRefusalOfATransferSaysNothingOfAnEarlierAttemptThatWasNotAnswered() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      bench.server.script(Operation.TRANSFER, ask -> FakeTransport.unreachable());
      bench.server.script(Operation.TRANSFER, ask -> FakeTransport.refused(Outcome.NOBODY_WAITING));
      List<Throwable> failed = bench.failures(lease.transfer(null).flux());

      bench.pass(1_000);

      assertTrue(failed.get(0) instanceof UnreachableException, failed::toString);
      assertFalse(lease.isSafe());
      assertEquals(LeaseState.RELEASED, lease.state());
      assertEquals(
          1, bench.server.asked(Operation.RELEASE).size(), "so that it cannot land any more");
    }
  }

  @Test
  void aLeaseThatIsOverAfterAnUnansweredTransferIsLost() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");
      bench.server.script(Operation.TRANSFER, ask -> FakeTransport.refused(Outcome.UNKNOWN));
      bench.server.script(Operation.TRANSFER, ask -> FakeTransport.refused(Outcome.BROKEN));
      List<Throwable> failed = bench.failures(lease.transfer("ben").flux());

      bench.pass(1_000);

      assertTrue(failed.get(0) instanceof UnreachableException, failed::toString);
      assertEquals(LeaseState.LOST, lease.state());
    }
  }

  @Test
  void whoClosesTheClientIsToldThatItsLeasesAreLost() {
    Bench bench = new Bench();
    Lease lease = bench.acquire("a");
    List<Loss> losses = bench.all(lease.lost().flux());

    bench.close();
    bench.time.advanceTime();

    assertFalse(lease.isSafe());
    assertEquals(Reason.CLOSED, losses.get(0).reason());
  }

  @Test
  void whoShutsDownTwiceHasShutDown() {
    Bench bench = new Bench();
    bench.acquire("a");
    List<String> done = new ArrayList<>();

    bench.client.shutdown().subscribe(nothing -> {}, thrown -> {}, () -> done.add("once"));
    bench.time.advanceTime();
    bench.client.shutdown().subscribe(nothing -> {}, thrown -> {}, () -> done.add("twice"));

    assertEquals(List.of("once", "twice"), done);
  }

  @Test
  void theLeaseIdIsNotPrinted() {
    try (Bench bench = new Bench()) {
      Lease lease = bench.acquire("a");

      assertFalse(lease.toString().contains(lease.leaseId()));
    }
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}

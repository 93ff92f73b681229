package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.Claim;
import io.tenure.client.FakeTransport;
import io.tenure.client.Lease;
import io.tenure.client.Session;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.RefusedException;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;

/** Checks an acquisition from its request to a held lease, or to its complete clean-up. */
final class AcquisitionTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Claim CLAIM = Claim.of("a", TTL);

  private static List<String> requestIds(Bench bench) {
    return bench.server.asked(Operation.ACQUIRE).stream()
        .map(ask -> ask.text("requestId"))
        .toList();
  }

  @Test
  void nothingIsAskedBeforeSomebodySubscribesAndThenOnceForEach() {
    try (Bench bench = new Bench()) {
      Mono<Lease> acquire = bench.client.acquire(CLAIM);
      assertTrue(bench.server.asked.isEmpty());

      bench.get(acquire);
      bench.get(acquire);

      assertEquals(2, requestIds(bench).stream().distinct().count());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"UNKNOWN", "PENDING", "UNAVAILABLE", "BUSY", "LIMIT", "TIMEOUT"})
  void whatMayPassIsAskedAgainAsTheSameRequest(Outcome code) {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.refused(code));
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
      List<Lease> leases = bench.all(bench.client.acquire(CLAIM).flux());

      bench.pass(2_000);

      assertEquals(1, leases.size());
      assertEquals(3, requestIds(bench).size());
      assertEquals(1, requestIds(bench).stream().distinct().count());
    }
  }

  @Test
  void aLostAnswerIsCountedFromTheQuestionThatWasAnswered() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      bench.server.script(
          Operation.ACQUIRE,
          ask ->
              FakeTransport.<ServerMessage>unreachable()
                  .delaySubscription(TTL.dividedBy(10), bench.time));
      bench.server.script(Operation.ACQUIRE, ask -> Mono.just(bench.server.grant("a", 27_000)));
      List<Lease> leases = bench.all(bench.client.acquire(CLAIM).flux());
      bench.pass(3_000);
      bench.pass(100);

      assertTrue(leases.get(0).safeFor().toMillis() <= 27_000 - 4_500);
      assertTrue(leases.get(0).safeFor().toMillis() >= 27_000 - 4_500 - 14 - 100);
    }
  }

  @Test
  void whoIsRefusedForGoodIsToldAtOnce() {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.held());

      HeldException held =
          assertThrows(HeldException.class, () -> bench.get(bench.client.acquire(CLAIM)));

      assertEquals("ben", held.holder().orElseThrow());
      bench.pass(60_000);
      assertEquals(1, bench.server.asked.size(), "nothing was granted, nothing is to be undone");
    }
  }

  @Test
  void aLifetimeThatWasOverBeforeItsTurnCameIsAskedForAnew() {
    try (Bench bench = new Bench()) {
      Session session = bench.get(bench.client.session(TTL));
      bench.server.script(
          Operation.ACQUIRE,
          ask ->
              Mono.just(bench.server.grant("a", 10_000))
                  .delayElement(Duration.ofSeconds(20), bench.time));
      bench.server.script(Operation.RENEW, ask -> Mono.just(bench.server.grant("a", 9_000)));
      Claim claim = CLAIM.withMaxLifetime(Duration.ofSeconds(10)).withWait(Duration.ofSeconds(60));
      List<Lease> leases = bench.all(session.acquire(claim).flux());

      bench.pass(20_000);

      assertTrue(leases.get(0).isSafe());
      assertTrue(leases.get(0).safeFor().toMillis() <= 7_500, "of 9 s, less a sixth");
      assertEquals(1, bench.server.asked(Operation.ACQUIRE).size());
      assertEquals(0, bench.server.asked(Operation.RELEASE).size());
    }
  }

  @Test
  void aRequestWhoseLeaseIsOverIsFollowedByAnother() {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
      bench.server.script(
          Operation.ACQUIRE, ask -> FakeTransport.refused(Outcome.REQUEST_CONSUMED));
      List<Lease> leases = bench.all(bench.client.acquire(CLAIM).flux());
      bench.pass(2_000);

      assertEquals(1, leases.size());
      assertEquals(requestIds(bench).get(0), requestIds(bench).get(1));
      assertNotEquals(requestIds(bench).get(1), requestIds(bench).get(2));
    }
  }

  @Test
  void aRequestIdOfOnesOwnIsNeverReplaced() {
    try (Bench bench = new Bench()) {
      bench.server.script(
          Operation.ACQUIRE, ask -> FakeTransport.refused(Outcome.REQUEST_CONSUMED));

      RefusedException consumed =
          assertThrows(
              RefusedException.class,
              () -> bench.get(bench.client.acquire(CLAIM.withRequestId("mine"))));

      assertEquals("REQUEST_CONSUMED", consumed.code());
    }
  }

  @Test
  void whatWasWaitedForIsRenewedBeforeItIsHandedOut() {
    try (Bench bench = new Bench()) {
      bench.server.script(
          Operation.ACQUIRE,
          ask ->
              Mono.just(bench.server.usual(ask)).delayElement(Duration.ofSeconds(50), bench.time));
      bench.server.script(
          Operation.RENEW,
          ask ->
              Mono.just(bench.server.usual(ask)).delayElement(Duration.ofSeconds(1), bench.time));
      Claim claim = CLAIM.withWait(Duration.ofSeconds(60));
      List<Lease> leases = bench.all(bench.client.acquire(claim).flux());

      bench.pass(50_000);
      assertTrue(leases.isEmpty());
      bench.pass(1_000);

      assertEquals(Duration.ofMillis(24_985 - 1_000), leases.get(0).safeFor());
      assertTrue(leases.get(0).isSafe());
    }
  }

  @Test
  void whatWasLostBeforeItWasHandedOutIsWaitedForAgain() {
    try (Bench bench = new Bench()) {
      bench.server.script(
          Operation.ACQUIRE,
          ask ->
              Mono.just(bench.server.usual(ask)).delayElement(Duration.ofSeconds(50), bench.time));
      bench.server.script(Operation.RENEW, ask -> FakeTransport.refused(Outcome.EXPIRED));
      Claim claim = CLAIM.withWait(Duration.ofSeconds(60));
      List<Lease> leases = bench.all(bench.client.acquire(claim).flux());
      bench.pass(50_000);

      assertEquals(1, leases.size());
      List<ClientRequest> asked = bench.server.asked(Operation.ACQUIRE);
      assertEquals(2, asked.size());
      assertEquals("10000ms", asked.get(1).text("wait"));
      assertNotEquals(asked.get(0).text("requestId"), asked.get(1).text("requestId"));
    }
  }

  /** A server of a former build answers this for a lease in its last millisecond. */
  @Test
  void aRenewalUnderASessionThatLeavesNothingIsTheEnd() {
    try (Bench bench = new Bench()) {
      Session session = bench.get(bench.client.session(TTL));
      bench.server.script(Operation.RENEW, ask -> Mono.just(bench.server.grant("a", 0)));

      List<Throwable> failures = bench.failures(waitedFor(bench, session).flux());
      bench.pass(50_000);

      assertEquals(1, failures.size());
      assertEquals(1, bench.server.asked(Operation.RELEASE).size());
    }
  }

  @Test
  void aLeaseThatOnlyItsSessionEndsIsHandedOutHoweverLongItWasWaitedFor() {
    try (Bench bench = new Bench()) {
      Session session = bench.get(bench.client.session(TTL));
      bench.server.script(Operation.RENEW, ask -> FakeTransport.refused(Outcome.SESSION_BOUND));

      List<Lease> leases = bench.all(waitedFor(bench, session).flux());
      bench.pass(50_000);

      assertTrue(leases.get(0).isSafe());
    }
  }

  private static Mono<Lease> waitedFor(Bench bench, Session session) {
    bench.server.script(
        Operation.ACQUIRE,
        ask ->
            Mono.just(bench.server.grant("a", 0)).delayElement(Duration.ofSeconds(50), bench.time));
    return session.acquire(CLAIM.withWait(Duration.ofSeconds(60)));
  }
}

package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.Claim;
import io.tenure.client.FakeTransport;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.Loss.Reason;
import io.tenure.client.Session;
import io.tenure.client.transport.LossPush;
import io.tenure.wire.Problem;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Checks that ten thousand leases in one process need one queue and few frames. */
final class KeeperTest {

  private static final int MANY = 10_000;

  private static List<Lease> acquire(Bench bench, int count) {
    return bench.all(Flux.range(0, count).concatMap(at -> bench.client.acquire("many/" + at, TTL)));
  }

  private static final Duration TTL = Duration.ofSeconds(30);

  private static int renewals(Bench bench) {
    return bench.server.frames.stream().mapToInt(frame -> frame.all().size()).sum();
  }

  @Test
  void leasesTakenAtOnceTravelInFullFrames() {
    try (Bench bench = new Bench()) {
      List<Lease> leases = acquire(bench, MANY);

      bench.pass(10_000);

      int full = (MANY + Limits.RENEWALS_MAX - 1) / Limits.RENEWALS_MAX;
      assertEquals(full, bench.server.frames.size());
      assertEquals(MANY, renewals(bench));
      bench.pass(600_000);
      assertTrue(leases.stream().allMatch(Lease::isSafe));
      assertEquals(61 * full, bench.server.frames.size());
    }
  }

  @Test
  void leasesTakenOneAfterTheOtherComeTogetherByAndBy() {
    try (Bench bench = new Bench()) {
      List<Lease> leases = new ArrayList<>();
      for (int at = 0; at < 1_000; at++) {
        leases.addAll(acquire(bench, 10));
        bench.pass(10);
      }
      bench.pass(30_000);
      int before = bench.server.frames.size();

      bench.pass(100_000);

      int frames = bench.server.frames.size() - before;
      assertTrue(frames <= 200, frames + " frames in 100 s for 10,000 leases taken over 10 s");
      assertTrue(leases.stream().allMatch(Lease::isSafe));
    }
  }

  @Test
  void noneIsForgottenWhenSomeAreReleasedAndSomeFail() {
    try (Bench bench = new Bench()) {
      List<Lease> leases = acquire(bench, 2_000);
      bench.pass(5_000);
      for (int at = 0; at < leases.size(); at += 2) {
        leases.get(at).release().subscribe();
      }
      bench.server.renewing = false;
      bench.pass(5_000);
      bench.server.frames.forEach(FakeTransport.Frame::fail);
      bench.server.renewing = true;
      bench.pass(120_000);

      for (int at = 0; at < leases.size(); at++) {
        assertEquals(at % 2 == 1, leases.get(at).isSafe());
      }
    }
  }

  @Test
  void whatIsHeldIsIntroducedToEveryConnectionOnce() {
    try (Bench bench = new Bench()) {
      acquire(bench, 2_000);
      bench.get(bench.client.session(TTL));
      bench.pass(1_000);

      bench.server.connections.tryEmitNext(1);
      bench.pass(1_000);
      acquire(bench, 1);
      bench.pass(60_000);

      assertEquals(
          List.of(Limits.RENEWALS_MAX, 2_000 - Limits.RENEWALS_MAX),
          bench.server.introduced.stream().map(List::size).toList());
    }
  }

  @Test
  void whatWasAskedForBeforeAConnectionAndGrantedAfterItIsIntroducedAsWell() {
    try (Bench bench = new Bench()) {
      Sinks.One<ServerMessage> late = Sinks.one();
      bench.server.script(Operation.ACQUIRE, ask -> late.asMono());
      List<Lease> leases = bench.all(bench.client.acquire("slow", TTL).flux());
      bench.pass(100);
      bench.server.connections.tryEmitNext(1);
      bench.pass(100);

      late.tryEmitValue(bench.server.grant("slow", TTL.toMillis()));
      bench.pass(100);

      assertTrue(leases.get(0).isSafe());
      assertEquals(List.of(1), bench.server.introduced.stream().map(List::size).toList());
    }
  }

  @Test
  void whatIsOverAfterASleepIsNotIntroducedBecauseThatRenewsIt() {
    try (Bench bench = new Bench()) {
      List<Lease> leases = acquire(bench, 2);
      bench.get(bench.client.acquire(Claim.of("kept", TTL).withHardTtl(TTL.multipliedBy(9))));
      bench.pass(100);

      bench.pause(60_000);
      bench.server.connections.tryEmitNext(1);
      bench.pass(100);

      assertEquals(List.of(1), bench.server.introduced.stream().map(List::size).toList());
      assertTrue(leases.stream().allMatch(lease -> lease.state() == LeaseState.LOST));
    }
  }

  @Test
  void leasesUnderASessionAreIntroducedToAnotherConnectionToo() {
    try (Bench bench = new Bench()) {
      Session session = bench.get(bench.client.session(TTL));
      bench.get(session.acquire(Claim.of("a", TTL)));
      bench.pass(100);
      bench.server.connections.tryEmitNext(1);
      bench.pass(100);

      assertEquals(List.of(1), bench.server.introduced.stream().map(List::size).toList());
    }
  }

  @Test
  void aLossThatOvertakesItsOwnGrantIsTold() {
    try (Bench bench = new Bench()) {
      Sinks.One<ServerMessage> late = Sinks.one();
      bench.server.script(Operation.ACQUIRE, ask -> late.asMono());
      List<Lease> leases = bench.all(bench.client.acquire("broken", TTL).flux());
      ServerMessage grant = bench.server.grant("broken", TTL.toMillis());
      LeaseId lease = Objects.requireNonNull(LeaseId.parse(grant.text("leaseId")));
      Problem why = Problem.of(Outcome.BROKEN, "as the test says");

      bench.server.losses.tryEmitNext(new LossPush(lease, why));
      bench.pass(1);
      late.tryEmitValue(grant);
      bench.pass(1);

      List<Loss> losses = bench.all(leases.get(0).lost().flux());
      assertEquals(Reason.BROKEN, losses.get(0).reason());
    }
  }

  @Test
  void ofLossesThatNobodyAskedAboutTheOldestAreForgotten() {
    EarlyLosses losses = new EarlyLosses();
    Problem why = Problem.of(Outcome.EXPIRED, "as the test says");
    for (int at = 0; at <= EarlyLosses.MAX; at++) {
      losses.add(new LossPush(FakeTransport.handle(at), why));
    }

    assertNull(losses.take(FakeTransport.handle(0)));
    assertNotNull(losses.take(FakeTransport.handle(1)));
    assertNull(losses.take(FakeTransport.handle(1)));
  }

  @Test
  void shortAndLongOnesDoNotHoldEachOtherUp() {
    try (Bench bench = new Bench()) {
      Lease slow = bench.acquire("slow");
      bench.server.ttlMillis = 300;
      Lease quick = bench.acquire("quick");

      for (int at = 0; at < 100; at++) {
        bench.pass(50);
        assertTrue(quick.isSafe() && slow.isSafe());
      }

      assertTrue(bench.server.frames.size() <= 60, "frames: " + bench.server.frames.size());
    }
  }
}

package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.error.UnreachableException;
import io.tenure.client.hold.Bench;
import io.tenure.client.transport.NoAnswerException;
import io.tenure.wire.ServerMessage;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Checks that a caller that gives up leaves no lease behind and takes no lease from others. */
final class GivingUpTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Claim CLAIM = Claim.of("a", TTL);

  private static List<String> requestIds(Bench bench) {
    return bench.server.asked(Operation.ACQUIRE).stream()
        .map(ask -> ask.text("requestId"))
        .toList();
  }

  @Test
  void whoCannotReachAnybodyIsToldWithinItsTimeAndAsksForWhatItMayHaveOnceMore() {
    try (Bench bench = new Bench()) {
      for (int at = 0; at < 20; at++) {
        bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
      }
      List<Throwable> failed = bench.failures(bench.client.acquire(CLAIM).flux());
      while (failed.isEmpty()) {
        bench.pass(10);
        if (failed.isEmpty() && bench.time.now(TimeUnit.SECONDS) > 4) {
          bench.server.scripts.clear();
          bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
        }
      }

      assertTrue(failed.get(0) instanceof UnreachableException, failed.toString());
      bench.pass(60_000);
      assertEquals(1, bench.server.asked(Operation.RELEASE).size(), "what was granted unheard");
      assertEquals(1, requestIds(bench).stream().distinct().count());
    }
  }

  @Test
  void whatNeverLeftIsNotAskedForAfterwards() {
    try (Bench bench = new Bench()) {
      for (int at = 0; at < 100; at++) {
        bench.server.script(
            Operation.ACQUIRE,
            ask ->
                Mono.error(new NoAnswerException("nobody there", new ConnectException("refused"))));
      }
      List<Throwable> failed = bench.failures(bench.client.acquire(CLAIM).flux());
      bench.pass(12_000);
      assertTrue(failed.get(0) instanceof UnreachableException, failed.toString());

      bench.server.scripts.clear();
      int asked = bench.server.asked.size();
      bench.pass(60_000);

      assertEquals(asked, bench.server.asked.size(), "it may take what is free");
    }
  }

  @Test
  void whoCancelsAQuestionThatDoesNotWaitGivesBackWhatItsAnswerGrants() {
    try (Bench bench = new Bench()) {
      Sinks.One<ServerMessage> answer = Sinks.one();
      bench.server.script(Operation.ACQUIRE, ask -> answer.asMono());
      Disposable asks = bench.client.acquire(CLAIM).subscribe();

      asks.dispose();
      answer.tryEmitValue(bench.server.grant("a", 30_000));
      bench.time.advanceTime();

      assertEquals(1, bench.server.asked(Operation.ACQUIRE).size(), "no other grant is asked for");
      assertEquals(1, bench.server.asked(Operation.RELEASE).size());
    }
  }

  @Test
  void whoGivesUpLeavesTheLeaseOfItsOwnRequestIdToWhoAsksByItAgain() {
    try (Bench bench = new Bench()) {
      Claim claim = CLAIM.withRequestId("mine");
      bench.server.script(Operation.ACQUIRE, ask -> Mono.never());
      Disposable waits = bench.client.acquire(claim.withWait(Duration.ofSeconds(60))).subscribe();
      waits.dispose();
      assertEquals(1, bench.server.cancelled, "the wait was withdrawn");
      for (int at = 0; at < 100; at++) {
        bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
      }
      List<Throwable> failed = bench.failures(bench.client.acquire(claim).flux());
      bench.pass(12_000);
      bench.server.scripts.clear();
      bench.pass(60_000);

      assertEquals(1, failed.size());
      assertTrue(bench.server.asked(Operation.RELEASE).isEmpty());
    }
  }

  @Test
  void whatIsGrantedAfterTheClientWasClosedIsGivenBack() {
    Bench bench = new Bench();
    Sinks.One<ServerMessage> answer = Sinks.one();
    bench.server.script(Operation.ACQUIRE, ask -> answer.asMono());
    List<Throwable> failed = bench.failures(bench.client.acquire(CLAIM).flux());

    bench.close();
    bench.time.advanceTime();
    answer.tryEmitValue(bench.server.grant("a", 30_000));

    assertEquals(Loss.Reason.CLOSED, ((LeaseLostException) failed.get(0)).loss().reason());
    assertEquals(1, bench.server.asked(Operation.RELEASE).size());
  }

  @Test
  void whoCancelsLeavesTheQueueAndGivesBackWhatWasGrantedMeanwhile() {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> Mono.never());
      Disposable waits = bench.client.acquire(CLAIM.withWait(Duration.ofSeconds(60))).subscribe();
      assertEquals(1, bench.server.asked.size());

      waits.dispose();
      bench.pass(1_000);

      assertEquals(1, bench.server.cancelled);
      assertEquals(1, requestIds(bench).stream().distinct().count());
      assertFalse(bench.server.asked(Operation.ACQUIRE).get(1).fields().containsKey("wait"));
      assertEquals(1, bench.server.asked(Operation.RELEASE).size());
      bench.pass(60_000);
      assertTrue(bench.server.frames.isEmpty(), "nobody renews it");
    }
  }

  @Test
  void whoCancelsWhatSomebodyElseHoldsHasNothingToGiveBack() {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> Mono.never());
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.held());
      Disposable waits = bench.client.acquire(CLAIM.withWait(Duration.ofSeconds(60))).subscribe();

      waits.dispose();
      bench.pass(60_000);

      assertEquals(2, bench.server.asked(Operation.ACQUIRE).size());
      assertTrue(bench.server.asked(Operation.RELEASE).isEmpty());
    }
  }

  @Test
  void whoCancelsBetweenTwoAttemptsAsksOnceMoreAndNoMore() {
    try (Bench bench = new Bench()) {
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
      bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.held());
      List<Lease> leases = new ArrayList<>();
      Disposable asks = bench.client.acquire(CLAIM).subscribe(leases::add);

      asks.dispose();
      bench.pass(60_000);

      assertTrue(leases.isEmpty());
      assertEquals(2, bench.server.asked(Operation.ACQUIRE).size());
    }
  }
}

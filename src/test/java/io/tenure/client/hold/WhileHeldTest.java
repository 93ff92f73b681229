package io.tenure.client.hold;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.client.Claim;
import io.tenure.client.FakeTransport;
import io.tenure.client.Leadership;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.Loss;
import io.tenure.client.Loss.Reason;
import io.tenure.client.Session;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.transport.RenewalAnswer;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Checks work under a lease, and leadership, in virtual time. */
final class WhileHeldTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private final Bench bench = new Bench();
  private final List<Object> seen = new ArrayList<>();
  private final List<Lease> leases = new ArrayList<>();

  private Disposable work(Flux<?> work) {
    Disposable working =
        bench
            .client
            .whileHeld(
                "a",
                TTL,
                lease -> {
                  leases.add(lease);
                  return work.doOnCancel(() -> seen.add("cancelled, safe: " + lease.isSafe()));
                })
            .subscribe(seen::add, seen::add, () -> seen.add("done"));
    bench.time.advanceTime();
    return working;
  }

  private Loss lastLoss() {
    return ((LeaseLostException) seen.get(seen.size() - 1)).loss();
  }

  @Test
  void workGoesOnAsLongAsTheLeaseIsRenewed() {
    work(Flux.interval(Duration.ofMinutes(1), bench.time).take(3));

    bench.pass(180_000);

    assertEquals(List.of(0L, 1L, 2L, "done"), seen);
    assertEquals(1, bench.server.asked(Operation.RELEASE).size());
    assertFalse(leases.get(0).isSafe());
  }

  @Test
  void workIsCancelledBeforeItIsUnsafeWhenNobodyAnswers() {
    bench.server.renewing = false;
    work(Flux.never());

    bench.pass(24_484);
    assertTrue(seen.isEmpty());
    bench.pass(1);

    assertEquals("cancelled, safe: false", seen.get(0));
    assertEquals(Reason.OUT_OF_TIME, lastLoss().reason());
    assertTrue(
        bench.server.asked(Operation.RELEASE).isEmpty(), "it ends by itself: others may be late");
  }

  @Test
  void afterAPauseNoItemPassesUnjudged() {
    Sinks.Many<Integer> items = Sinks.many().unicast().onBackpressureBuffer();
    work(items.asFlux());
    items.tryEmitNext(1);

    bench.pause(25_000);
    items.tryEmitNext(2);

    assertEquals(List.of(1), seen.stream().filter(Integer.class::isInstance).toList());
    assertEquals(Reason.OUT_OF_TIME, lastLoss().reason());
  }

  @Test
  void afterAPauseRightBehindTheGrantNoWorkBegins() {
    Mono<Lease> late = bench.client.acquire("a", TTL).doOnNext(lease -> bench.pause(25_000));

    WhileHeld.work(late, lease -> Flux.just(leases.add(lease))).subscribe(seen::add, seen::add);
    bench.time.advanceTime();

    assertEquals(List.of(), leases);
    assertEquals(Reason.OUT_OF_TIME, lastLoss().reason());
  }

  @Test
  void afterAPauseRightBehindTheElectionTheNextTermIsTold() {
    List<Leadership> terms = new ArrayList<>();
    Mono<Lease> late =
        bench
            .client
            .acquire("leader", TTL)
            .doOnNext(lease -> bench.pause(leases.isEmpty() ? 25_000 : 0))
            .doOnNext(leases::add);

    Disposable campaign = ElectionCampaign.terms("leader", late).subscribe(terms::add);
    bench.time.advanceTime();

    assertEquals(1, terms.size(), terms.toString());
    assertEquals(leases.get(1).token(), terms.get(0).token());
    campaign.dispose();
  }

  @Test
  void workThatHasFinishedWithoutItsLeaseIsToldSo() {
    Sinks.Many<Integer> items = Sinks.many().unicast().onBackpressureBuffer();
    work(items.asFlux());

    bench.pause(25_000);
    items.tryEmitComplete();

    assertEquals(Reason.OUT_OF_TIME, lastLoss().reason());
  }

  @Test
  void workThatFailsReleases() {
    work(Flux.error(new IllegalStateException("of the work")));

    assertTrue(seen.get(0) instanceof IllegalStateException);
    assertEquals(1, bench.server.asked(Operation.RELEASE).size());
  }

  @Test
  void whoCancelsReleases() {
    Disposable working = work(Flux.never());

    working.dispose();
    bench.time.advanceTime();

    assertEquals(1, bench.server.asked(Operation.RELEASE).size());
  }

  @Test
  void whoReleasesItselfEndsTheWorkQuietly() {
    work(Flux.never());

    leases.get(0).release().subscribe();
    bench.time.advanceTime();

    assertEquals("done", seen.get(seen.size() - 1));
    assertEquals(1, bench.server.asked(Operation.RELEASE).size());
  }

  @Test
  void aLapseEndsWorkToo() {
    bench.server.renewing = false;
    Claim claim = Claim.of("a", TTL).withHardTtl(Duration.ofMinutes(5));
    bench.client.whileHeld(claim, lease -> Flux.never()).subscribe(seen::add, seen::add);
    bench.time.advanceTime();

    bench.pass(25_000);

    assertEquals(InsufficientTimeException.class, seen.get(0).getClass());
    assertEquals(
        1, bench.server.asked(Operation.RELEASE).size(), "it was still kept for its holder");
  }

  @Test
  void aTermFollowsTheOtherUntilTheCampaignIsCancelled() {
    List<Leadership> terms = new ArrayList<>();
    Disposable campaign = bench.client.elect("leader", "here").subscribe(terms::add);
    bench.time.advanceTime();
    bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.unreachable());
    bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.held());
    bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.refused(Outcome.UNAVAILABLE));
    bench.server.renewing = false;
    assertTrue(terms.get(0).isLeader());

    bench.pass(60_000);

    assertTrue(terms.size() >= 2, terms.toString());
    assertFalse(terms.get(0).isLeader());
    assertTrue(terms.get(1).token() > terms.get(0).token());
    bench.server.renewing = true;
    bench.pass(60_000);
    Leadership last = terms.get(terms.size() - 1);
    assertTrue(last.isLeader());
    campaign.dispose();
    bench.time.advanceTime();
    assertFalse(last.isLeader());
    int before = bench.server.asked(Operation.ACQUIRE).size();
    bench.pass(60_000);
    assertEquals(before, bench.server.asked(Operation.ACQUIRE).size());
  }

  @Test
  void aCampaignThatIsRefusedForGoodEnds() {
    bench.server.script(Operation.ACQUIRE, ask -> FakeTransport.refused(Outcome.INVALID));

    List<Throwable> failed = bench.failures(bench.client.elect("leader", "here"));

    assertEquals("INVALID", ((RefusedException) failed.get(0)).code());
  }

  @Test
  void leasesOfASessionEndWithIt() {
    bench.server.renewing = false;
    Session session = bench.get(bench.client.session(TTL));
    Lease lease = bench.get(session.acquire(Claim.of("a", TTL)));
    List<Loss> losses = bench.all(lease.lost().flux());
    List<LeaseState> states = bench.all(lease.states());
    assertEquals(session.safeFor(), lease.safeFor());

    bench.pass(20_000);
    assertEquals(List.of(LeaseState.HELD, LeaseState.JEOPARDY), states);
    bench.server.lastFrame().renew(30_000);
    bench.time.advanceTime();
    assertEquals(List.of(LeaseState.HELD, LeaseState.JEOPARDY, LeaseState.HELD), states);
    assertTrue(lease.isSafe());
    bench.pass(60_000);

    assertFalse(lease.isSafe());
    assertEquals(1, losses.size());
    assertEquals(2, bench.server.lastFrame().all().size(), "it is asked whether it lives");
  }

  @Test
  void aLeaseOfASessionIsBelievedInAsLongAsItIsConfirmed() {
    bench.server.renewing = false;
    Session session = bench.get(bench.client.session(TTL));
    Lease lease = bench.get(session.acquire(Claim.of("a", TTL)));
    List<Loss> losses = bench.all(lease.lost().flux());
    bench.pass(10_000);
    answerWith(Outcome.SESSION_BOUND);
    bench.pass(20_000);
    assertTrue(lease.isSafe());

    answerWith(Outcome.UNAVAILABLE);
    bench.pass(4_000);
    assertTrue(lease.isSafe());
    bench.pass(2_000);

    assertFalse(lease.isSafe());
    assertEquals(Reason.OUT_OF_TIME, losses.get(0).reason());
    assertTrue(session.isSafe());
  }

  @Test
  void aLeaseOfASessionThatIsSaidToBeOverIsLost() {
    bench.server.renewing = false;
    Session session = bench.get(bench.client.session(TTL));
    Lease lease = bench.get(session.acquire(Claim.of("a", TTL)));
    List<Loss> losses = bench.all(lease.lost().flux());

    bench.pass(10_000);
    answerWith(Outcome.BROKEN);

    assertEquals(Reason.BROKEN, losses.get(0).reason());
    assertTrue(session.isSafe());
  }

  /** The session lives, and the server answers with this outcome about its lease. */
  private void answerWith(Outcome ofLease) {
    FakeTransport.Frame frame = bench.server.lastFrame();
    frame
        .answer()
        .tryEmitValue(
            frame.all().stream()
                .map(
                    one ->
                        one.session()
                            ? RenewalAnswer.validFor(TTL.toMillis())
                            : RenewalAnswer.refused(Problem.of(ofLease, "as the test says")))
                .toList());
    bench.time.advanceTime();
  }

  @Test
  void fromTheMomentASessionIsClosedItsLeasesAreNotSafe() {
    Session session = bench.get(bench.client.session(TTL));
    Lease lease = bench.get(session.acquire(Claim.of("a", TTL)));
    bench.server.script(Operation.CLOSE_SESSION, ask -> Mono.never());

    session.close().subscribe();

    assertFalse(lease.isSafe());
    bench.time.advanceTime();
    assertEquals(LeaseState.RELEASED, lease.state());
  }
}

package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Outcome;
import io.tenure.client.blocking.Leases;
import io.tenure.client.error.InsufficientTimeException;
import io.tenure.client.hold.Bench;
import io.tenure.client.hold.MachineClock;
import io.tenure.client.transport.LossPush;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.RealMachine;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Checks that callbacks run in time while other callbacks block their threads. */
@RealMachine
final class CallbackThreadsTest {

  private static final int WORKS = 30;
  private static final Duration TTL = Duration.ofSeconds(30);

  private static void parkUntilInterrupted(CountDownLatch never, List<Long> interrupted) {
    try {
      never.await();
    } catch (InterruptedException stopped) {
      interrupted.add(System.nanoTime());
    }
  }

  @Test
  void allWorkIsStoppedThoughItFillsReactorsThreadsAndThoseWhoAreToldBlock() {
    FakeTransport server = new FakeTransport();
    TenureClient client =
        new TenureClient(
            ClientOptions.of("nowhere:1"),
            server,
            new MachineClock(),
            Schedulers.newSingle("delivery-test", true),
            CallbackThreads.onThreads());
    List<Lease> held = new CopyOnWriteArrayList<>();
    List<Long> started = new CopyOnWriteArrayList<>();
    List<Long> interrupted = new CopyOnWriteArrayList<>();
    List<Throwable> ended = new CopyOnWriteArrayList<>();
    CountDownLatch never = new CountDownLatch(1);
    for (int at = 0; at < WORKS; at++) {
      client
          .whileHeld(
              "work/" + at,
              TTL,
              lease -> {
                held.add(lease);
                lease.lost().subscribe(loss -> parkUntilInterrupted(never, interrupted));
                return Mono.fromRunnable(
                        () -> {
                          started.add(System.nanoTime());
                          parkUntilInterrupted(never, interrupted);
                        })
                    .subscribeOn(Schedulers.boundedElastic());
              })
          .subscribe(nothing -> {}, ended::add);
    }
    int atOnce = Math.min(WORKS, Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE);
    OpenDoor.until(() -> held.size() == WORKS && started.size() == atOnce);

    for (int at = 1; at <= WORKS; at++) {
      Problem broken = Problem.of(Outcome.BROKEN, "all of them");
      server.losses.tryEmitNext(new LossPush(FakeTransport.handle(at), broken));
    }

    OpenDoor.until(() -> ended.size() == WORKS && interrupted.size() >= atOnce);
    long last = interrupted.stream().mapToLong(Long::longValue).max().orElseThrow();
    assertTrue(last - started.get(0) < TTL.dividedBy(2).toNanos(), "long before it was unsafe");
    never.countDown();
    client.close();
  }

  @Test
  void aThreadIsInterruptedWhenItsLeaseHasLapsedOnly() {
    try (Bench bench = new Bench()) {
      bench.server.renewing = false;
      Claim claim = Claim.of("a", TTL).withHardTtl(Duration.ofMinutes(5));

      InsufficientTimeException unsafe =
          assertThrows(
              InsufficientTimeException.class,
              () ->
                  Leases.of(bench.client)
                      .hold(
                          claim,
                          lease -> {
                            bench.pass(25_000);
                            assertEquals(LeaseState.LAPSED, lease.state());
                            new CountDownLatch(1).await();
                            return "worked on";
                          }));

      assertTrue(unsafe.getSuppressed()[0] instanceof InterruptedException);
    }
  }
}

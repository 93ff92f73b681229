package io.tenure.client.blocking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.Claim;
import io.tenure.client.ClientOptions;
import io.tenure.client.Lease;
import io.tenure.client.Loss;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.BreakRequest;
import io.tenure.client.error.FencedException;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.LeaseLostException;
import io.tenure.client.guard.ServerFence;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that ordinary threads can hold leases of a real server. */
final class LeasesTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  private static OpenDoor door;
  private static TenureClient client;
  private static Leases leases;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
    client = TenureClient.connect(ClientOptions.of("127.0.0.1:" + door.port()).withHolder("anna"));
    leases = Leases.of(client);
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
    door.close();
  }

  private static boolean held(String key) {
    return Objects.requireNonNull(client.calls().key(key).block()).isHeld();
  }

  @Test
  void theKeyIsHeldDuringTheWorkAndFreeAfterwards() throws Exception {
    assertTrue(leases.hold("block/a", TTL, () -> held("block/a")));
    assertFalse(held("block/a"));

    boolean[] done = new boolean[1];
    leases.hold(
        "block/a",
        TTL,
        () -> {
          done[0] = held("block/a");
        });
    assertTrue(done[0]);
  }

  @Test
  void whatTheWorkThrowsIsThrown() {
    assertThrows(
        IllegalStateException.class,
        () ->
            leases.hold(
                "block/throws",
                TTL,
                () -> {
                  throw new IllegalStateException("of the work");
                }));
    assertFalse(held("block/throws"));
  }

  @Test
  void whoIsRefusedDoesNoWork() throws Exception {
    leases.hold(
        Claim.of("block/held", TTL).withHolder("ben"),
        lease ->
            assertThrows(
                HeldException.class, () -> leases.hold("block/held", TTL, () -> "never done")));
  }

  @Test
  void whoLosesItsLeaseIsInterrupted() {
    LeaseLostException lost =
        assertThrows(
            LeaseLostException.class,
            () ->
                leases.hold(
                    "block/lost",
                    TTL,
                    () -> {
                      client.calls().breakOff(BreakRequest.now("block/lost", "a test")).block();
                      while (!Thread.interrupted()) {
                        LockSupport.parkNanos(1_000_000);
                      }
                      throw new InterruptedException("as the work says");
                    }));

    assertEquals(Loss.Reason.BROKEN, lost.loss().reason());
    assertFalse(Thread.interrupted(), "the interruption was for the work alone");
  }

  @Test
  void whatWasLostBeforeTheWorkIsNotWorkedUnder() {
    Lease lease = leases.acquire(Claim.of("block/early", TTL));
    client.calls().breakOff(BreakRequest.now("block/early", "a test")).block();
    OpenDoor.until(() -> !lease.isSafe());

    assertThrows(
        LeaseLostException.class,
        () ->
            Leases.during(
                lease,
                held -> {
                  throw new AssertionError("nobody holds it");
                }));
    assertFalse(Thread.interrupted());
  }

  @Test
  void workThatDoesNotNoticeIsToldAfterwards() {
    assertThrows(
        LeaseLostException.class,
        () ->
            leases.hold(
                Claim.of("block/deaf", TTL),
                lease -> {
                  client.calls().breakOff(BreakRequest.now("block/deaf", "a test")).block();
                  OpenDoor.until(() -> !lease.isSafe());
                  return "done all the same";
                }));
    assertFalse(Thread.interrupted());
  }

  @Test
  void whatWasDoneByAThreadThatIsInterruptedIsNotThrownAway() throws Exception {
    String result =
        leases.hold(
            "block/interrupted",
            TTL,
            () -> {
              Thread.currentThread().interrupt();
              return "done";
            });

    assertTrue(Thread.interrupted(), "it still is");
    assertEquals("done", result);
    assertFalse(held("block/interrupted"));
  }

  @Test
  void workMayReleaseByItself() throws Exception {
    assertEquals(
        "done",
        leases.hold(
            Claim.of("block/early", TTL),
            lease -> {
              lease.release().block();
              return "done";
            }));
  }

  @Test
  void aFenceOfTheServerRefusesASmallerToken() {
    ServerFence fence = ServerFence.of(client, "disk/1");

    fence.check(8).block();

    assertThrows(FencedException.class, () -> fence.check(7).block());
    assertEquals(8, fence.mark().block());
  }
}

package io.tenure.client.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.LeaseEvent;
import io.tenure.api.Value;
import io.tenure.client.Claim;
import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.client.error.FencedException;
import io.tenure.client.error.HeldException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.error.UnreachableException;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Checks each call by itself, over plain HTTP, against a real server. */
final class LeaseCallsTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static OpenDoor door;
  private static TenureClient client;
  private static LeaseCalls calls;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
    client =
        TenureClient.connect(
            ClientOptions.of("127.0.0.1:" + door.port()).withHolder("anna").withoutStream());
    calls = client.calls();
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
    door.close();
  }

  private static <T> T get(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(PATIENCE));
  }

  private static String code(RenewalResult result) {
    return Objects.requireNonNull(result.refused()).code();
  }

  private static <T extends Throwable> T refusal(Class<T> type, Mono<?> mono) {
    return assertThrows(type, () -> get(mono));
  }

  @Test
  void aLeaseIsTakenRenewedValuedLookedAtAndReleased() {
    Grant grant = get(calls.acquire(Claim.of("calls/a", TTL).withValue("10.0.0.1")));

    assertEquals("anna", grant.holder());
    assertEquals(TTL, grant.validity().validFor());
    assertEquals(Duration.ofSeconds(10), grant.validity().renewAfter());
    assertEquals(-1, grant.slot());
    assertFalse(grant.toString().contains(grant.leaseId()));
    assertEquals(grant.token(), get(calls.renew(grant.leaseId())).token());
    assertEquals(grant.token(), get(calls.setValue(grant.leaseId(), Value.of("ben"))));
    HolderInfo held = get(calls.lease(grant.leaseId()));
    assertEquals("calls/a", held.key());
    assertEquals(Value.of("ben"), held.value());
    get(calls.setValue(grant.leaseId(), null));
    KeyView view = get(calls.key("calls/a"));
    assertTrue(view.isHeld());
    assertNull(view.holders().get(0).value());
    assertEquals(grant.token(), get(calls.release(grant.leaseId())).token());
    assertFalse(get(calls.key("calls/a")).isHeld());
    RefusedException late = refusal(RefusedException.class, calls.renew(grant.leaseId()));
    assertEquals("RELEASED", late.code());
    assertEquals(410, late.status());
    assertFalse(late.isRetryable());
  }

  @Test
  void whoIsRefusedIsToldWhoHoldsIt() {
    Grant grant = get(calls.acquire(Claim.of("calls/held", TTL).withHolder("ben")));

    HeldException held = refusal(HeldException.class, calls.acquire(Claim.of("calls/held", TTL)));

    assertEquals("calls/held", held.key());
    assertEquals("ben", held.holder().orElseThrow());
    assertEquals(grant.token(), held.token());
    assertTrue(held.remaining().orElseThrow().compareTo(TTL) <= 0);
    assertTrue(held.isRetryable());
    assertTrue(held.getMessage().contains("ben"), held.getMessage());
  }

  @Test
  void theSameRequestGetsTheSameLease() {
    Claim claim = Claim.of("calls/same", TTL).withRequestId("request-1");

    assertEquals(get(calls.acquire(claim)).leaseId(), get(calls.acquire(claim)).leaseId());
  }

  @Test
  void whoWaitsIsGrantedWhenTheKeyFrees() {
    Grant first = get(calls.acquire(Claim.of("calls/wait", TTL)));
    Mono<Grant> next =
        calls.acquire(Claim.of("calls/wait", TTL).withHolder("ben").withWait(PATIENCE)).cache();
    Disposable waits = next.subscribe();
    OpenDoor.until(() -> get(calls.key("calls/wait")).waiters() == 1);

    get(calls.release(first.leaseId()));

    assertTrue(get(next).token() > first.token());
    assertTrue(waits.isDisposed());
  }

  @Test
  void whoCancelsLeavesTheQueue() {
    get(calls.acquire(Claim.of("calls/cancel", TTL)));
    Disposable waits =
        calls
            .acquire(Claim.of("calls/cancel", TTL).withHolder("ben").withWait(PATIENCE))
            .subscribe();
    OpenDoor.until(() -> get(calls.key("calls/cancel")).waiters() == 1);

    waits.dispose();

    OpenDoor.until(() -> get(calls.key("calls/cancel")).waiters() == 0);
  }

  @Test
  void slotsAreNumbered() {
    Claim claim = Claim.of("calls/slots", TTL).withSlots(2);

    assertEquals(0, get(calls.acquire(claim)).slot());
    assertEquals(1, get(calls.acquire(claim.withHolder("ben"))).slot());
    assertEquals(2, get(calls.key("calls/slots")).holders().get(0).mode().slots());
  }

  @Test
  void manyAreRenewedWithAResultEach() {
    Grant one = get(calls.acquire(Claim.of("calls/many/1", TTL)));
    Grant two = get(calls.acquire(Claim.of("calls/many/2", TTL)));
    get(calls.release(two.leaseId()));

    List<RenewalResult> results =
        get(calls.renew(List.of(one.leaseId(), two.leaseId(), "nonsense")));

    assertEquals(TTL, Objects.requireNonNull(results.get(0).renewed()).validity().validFor());
    assertEquals("RELEASED", code(results.get(1)));
    assertEquals("NOT_FOUND", code(results.get(2)));
  }

  @Test
  void aLeaseIsHandedOn() {
    Grant grant = get(calls.acquire(Claim.of("calls/transfer", TTL)));

    Handover handover = get(calls.transfer(grant.leaseId(), "ben"));

    assertEquals("ben", handover.holder());
    assertTrue(handover.token() > grant.token());
    String next = Objects.requireNonNull(handover.leaseId());
    assertEquals(handover.token(), get(calls.renew(next)).token());
    RefusedException nobody = refusal(RefusedException.class, calls.transfer(next, null));
    assertEquals("NOBODY_WAITING", nobody.code());
  }

  @Test
  void keysAreListedPageByPage() {
    for (int at = 0; at < 7; at++) {
      get(calls.acquire(Claim.of("calls/list/" + at, TTL)));
    }

    assertEquals(3, get(calls.keys("calls/list/", null, 3)).keys().size());
    assertEquals(7, get(calls.keys("calls/list/", 3).map(HolderInfo::key).distinct().count()));
  }

  @Test
  void anOperatorBreaksWhatHeSaw() {
    Grant grant = get(calls.acquire(Claim.of("calls/break", TTL)));

    RefusedException changed =
        refusal(
            RefusedException.class,
            calls.breakOff(BreakRequest.now("calls/break", "stuck").withToken(grant.token() + 1)));
    assertEquals("CHANGED_HANDS", changed.code());
    BreakResult doomed =
        get(calls.breakOff(BreakRequest.now("calls/break", "stuck").whenItsTtlEnds()));
    assertFalse(doomed.atOnce());
    assertTrue(get(calls.renew(grant.leaseId())).breaking());
    BreakResult broken =
        get(calls.breakOff(BreakRequest.now("calls/break", "stuck").withToken(grant.token())));
    assertEquals(List.of(grant.token()), broken.tokens());
    assertEquals("BROKEN", refusal(RefusedException.class, calls.renew(grant.leaseId())).code());
  }

  @Test
  void aSessionKeepsItsLeases() {
    SessionGrant session = get(calls.openSession(TTL));
    Grant grant = get(calls.acquire(Claim.under(session.sessionId(), "calls/session")));

    assertEquals(Duration.ZERO, grant.validity().validFor());
    assertEquals(TTL, get(calls.keepAlive(session.sessionId())).validity().validFor());
    assertEquals("anna", get(calls.session(session.sessionId())).holder());
    get(calls.closeSession(session.sessionId()).thenReturn(true));
    OpenDoor.until(() -> !get(calls.key("calls/session")).isHeld());
    assertFalse(session.toString().contains(session.sessionId()));
  }

  @Test
  void aFenceRefusesASmallerToken() {
    assertEquals(0, get(calls.readFence("disk/1")));
    assertEquals(7, get(calls.raiseFence("disk/1", 7)));

    FencedException fenced = refusal(FencedException.class, calls.raiseFence("disk/1", 6));

    assertEquals(7, fenced.mark());
    assertEquals(7, get(calls.readFence("disk/1")));
  }

  @Test
  void aWatchTellsWhatIsHeldAndWhatHappens() throws Exception {
    Grant grant = get(calls.acquire(Claim.of("calls/watch", TTL).withValue("here")));
    BlockingQueue<WatchEvent> events = new LinkedBlockingQueue<>();
    Disposable watch =
        calls.watch(WatchRequest.key("calls/watch").fromStart()).subscribe(events::add);

    assertEquals(WatchEvent.Resync.class, next(events).getClass());
    WatchEvent.Shown shown = (WatchEvent.Shown) next(events);
    assertEquals(grant.token(), shown.holding().token());
    assertEquals(Value.of("here"), shown.holding().value());
    WatchEvent.Synchronised synchronised = (WatchEvent.Synchronised) next(events);
    get(calls.release(grant.leaseId()));
    WatchEvent.Happened released = (WatchEvent.Happened) next(events);
    assertEquals(LeaseEvent.Kind.RELEASED, released.kind());
    assertNotEquals(synchronised.cursor(), released.cursor());
    watch.dispose();

    BlockingQueue<WatchEvent> again = new LinkedBlockingQueue<>();
    WatchRequest resumed = WatchRequest.key("calls/watch").from(synchronised.cursor());
    Disposable second = calls.watch(resumed).subscribe(again::add);
    assertEquals(released, next(again));
    second.dispose();
  }

  private static WatchEvent next(BlockingQueue<WatchEvent> events) throws InterruptedException {
    WatchEvent event = events.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("nothing came");
    }
    return event;
  }

  @ParameterizedTest
  @ValueSource(strings = {"a key/with spaces", "ümläut/+%2F?&=#", "//", "calls/../up", "😀", "."})
  void anyNameIsAKey(String key) {
    get(calls.acquire(Claim.of(key, TTL)));

    assertEquals(key, get(calls.key(key)).key());
    assertTrue(get(calls.key(key)).isHeld());
    assertEquals(key, get(calls.keys(key, null, 10)).keys().get(0).key());
  }

  @Test
  void whatIsWrongIsNamed() {
    RefusedException refused =
        refusal(RefusedException.class, calls.acquire(Claim.of("a", Duration.ofMillis(1))));

    assertEquals("ttl", refused.field().orElseThrow());
    assertEquals("key", assertThrows(InvalidFieldException.class, () -> Claim.of("", TTL)).field());
    assertEquals(
        "wait",
        assertThrows(InvalidFieldException.class, () -> Claim.of("a", TTL).withWait(TTL.negated()))
            .field());
    assertEquals(
        "address",
        assertThrows(InvalidFieldException.class, () -> TenureClient.connect("ftp://x")).field());
  }

  @Test
  void theNextServerIsAskedWhenOneDoesNotAnswer() throws Exception {
    int nobody;
    try (ServerSocket probe = new ServerSocket(0)) {
      nobody = probe.getLocalPort();
    }
    ClientOptions options =
        ClientOptions.of("127.0.0.1:" + nobody + ", 127.0.0.1:" + door.port()).withoutStream();
    try (TenureClient either = TenureClient.connect(options)) {
      refusal(UnreachableException.class, either.calls().key("a"));
      assertFalse(get(either.calls().key("calls/nobody")).isHeld());
    }
  }
}

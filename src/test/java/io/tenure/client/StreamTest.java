package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Value;
import io.tenure.client.Loss.Reason;
import io.tenure.client.calls.BreakRequest;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.client.error.LeaseLostException;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.machine.InRealTime;
import io.tenure.machine.RealMachine;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Checks the client over a real stream to a real server. */
@RealMachine
final class StreamTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static OpenDoor door;
  private static TenureClient client;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
    client = TenureClient.connect(ClientOptions.of("127.0.0.1:" + door.port()).withHolder("anna"));
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
    door.close();
  }

  private static <T> T get(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(PATIENCE));
  }

  @InRealTime
  void aLeaseOutlivesItsTtlAndIsReleased() {
    String key = "stream/" + UUID.randomUUID();
    Lease lease = get(client.acquire(key, SHORT));
    List<LeaseState> states = new CopyOnWriteArrayList<>();
    lease.states().subscribe(states::add);

    get(Mono.delay(SHORT.plusMillis(800)));

    assertTrue(lease.isSafe());
    get(lease.release().thenReturn(true));
    assertFalse(get(client.calls().key(key)).isHeld());
    OpenDoor.until(() -> states.contains(LeaseState.RELEASED));
    assertEquals(LeaseState.HELD, states.get(0));
  }

  @Test
  void aBreakIsPushed() {
    Lease lease = get(client.acquire("stream/break", TTL));
    List<Loss> losses = new CopyOnWriteArrayList<>();
    lease.lost().subscribe(losses::add);

    get(client.calls().breakOff(BreakRequest.now("stream/break", "stuck")));

    OpenDoor.until(() -> !losses.isEmpty());
    assertEquals(Reason.BROKEN, losses.get(0).reason());
    assertEquals(lease.token(), losses.get(0).token());
    assertFalse(lease.isSafe());
  }

  @Test
  void whoCancelsAWaitLeavesTheQueue() {
    Lease lease = get(client.acquire("stream/wait", TTL));
    Disposable waits =
        client
            .acquire(Claim.of("stream/wait", TTL).withHolder("ben").withWait(PATIENCE))
            .subscribe();
    OpenDoor.until(() -> get(client.calls().key("stream/wait")).waiters() == 1);

    waits.dispose();

    OpenDoor.until(() -> get(client.calls().key("stream/wait")).waiters() == 0);
    get(lease.release().thenReturn(true));
    assertFalse(get(client.calls().key("stream/wait")).isHeld());
  }

  @Test
  void workIsCancelledWhenItsLeaseIsBroken() {
    List<Throwable> thrown = new CopyOnWriteArrayList<>();
    List<String> told = new CopyOnWriteArrayList<>();
    client
        .whileHeld(
            "stream/work",
            TTL,
            lease -> Flux.interval(Duration.ofMillis(5)).doOnCancel(() -> told.add("cancelled")))
        .subscribe(at -> told.add("item"), thrown::add);
    OpenDoor.until(() -> told.contains("item"));

    get(client.calls().breakOff(BreakRequest.now("stream/work", "stuck")));

    OpenDoor.until(() -> !thrown.isEmpty());
    OpenDoor.until(() -> told.contains("cancelled"));
    assertEquals(Reason.BROKEN, ((LeaseLostException) thrown.get(0)).loss().reason());
  }

  @Test
  void workReleasesAtItsEnd() {
    assertEquals(
        List.of(1, 2),
        get(client.whileHeld("stream/end", TTL, lease -> Flux.just(1, 2)).collectList()));
    assertFalse(get(client.calls().key("stream/end")).isHeld());
    assertThrows(
        IllegalStateException.class,
        () ->
            get(
                client
                    .whileHeld("stream/end", TTL, lease -> Flux.error(new IllegalStateException()))
                    .collectList()));
    assertFalse(get(client.calls().key("stream/end")).isHeld());
  }

  @Test
  void oneLeadsAndTheOtherFollowsWhenItResigns() {
    List<Leadership> terms = new CopyOnWriteArrayList<>();
    Disposable first = client.elect("stream/leader", "10.0.0.1").subscribe(terms::add);
    OpenDoor.until(() -> terms.size() == 1);
    Disposable second = client.elect("stream/leader", "10.0.0.2").subscribe(terms::add);
    OpenDoor.until(() -> get(client.calls().key("stream/leader")).waiters() == 1);

    assertTrue(terms.get(0).isLeader());
    first.dispose();
    OpenDoor.until(() -> terms.size() == 2);

    assertFalse(terms.get(0).isLeader());
    assertTrue(terms.get(1).token() > terms.get(0).token());
    assertEquals(
        Value.of("10.0.0.2"), get(client.calls().key("stream/leader")).holders().get(0).value());
    second.dispose();
    OpenDoor.until(() -> !get(client.calls().key("stream/leader")).isHeld());
  }

  @Test
  void whoLosesAnElectionRunsAgain() {
    List<Leadership> terms = new CopyOnWriteArrayList<>();
    Disposable running = client.elect("stream/again", "x").subscribe(terms::add);
    OpenDoor.until(() -> terms.size() == 1);

    get(client.calls().breakOff(BreakRequest.now("stream/again", "a test")));

    OpenDoor.until(() -> terms.size() == 2);
    assertFalse(terms.get(0).isLeader());
    running.dispose();
  }

  @InRealTime
  void aSessionKeepsItsLeasesAndEndsThemAll() {
    Session session = get(client.session(SHORT));
    Lease one = get(session.acquire(Claim.of("stream/" + UUID.randomUUID(), TTL)));
    Lease two = get(session.acquire(Claim.of("stream/" + UUID.randomUUID(), TTL)));
    List<Loss> losses = new CopyOnWriteArrayList<>();
    one.lost().subscribe(losses::add);

    get(Mono.delay(SHORT.plusMillis(800)));
    assertTrue(one.isSafe() && two.isSafe() && session.isSafe());
    get(client.calls().closeSession(session.sessionId()).thenReturn(true));

    OpenDoor.until(() -> !losses.isEmpty());
    OpenDoor.until(() -> session.state() == LeaseState.LOST);
    assertFalse(one.isSafe() || two.isSafe() || session.isSafe());
    OpenDoor.until(() -> !held(two));
  }

  @Test
  void whoClosesASessionLetsItsLeasesGo() {
    Session session = get(client.session(TTL));
    Lease lease = get(session.acquire(Claim.of("stream/s/3", TTL)));

    get(session.close().thenReturn(true));

    assertFalse(lease.isSafe());
    OpenDoor.until(() -> lease.state() == LeaseState.RELEASED);
    OpenDoor.until(() -> !get(client.calls().key("stream/s/3")).isHeld());
  }

  @Test
  void aWatchTellsOfEveryChange() {
    List<WatchEvent> events = new CopyOnWriteArrayList<>();
    Disposable watch =
        client.watch(WatchRequest.key("stream/watch").fromStart()).subscribe(events::add);
    OpenDoor.until(() -> events.size() == 2);

    Lease lease = get(client.acquire("stream/watch", TTL));
    get(lease.setValue(Value.of("here")).thenReturn(true));
    get(lease.release().thenReturn(true));

    OpenDoor.until(() -> events.size() == 5);
    assertEquals(
        List.of(LeaseEvent.Kind.GRANTED, LeaseEvent.Kind.VALUED, LeaseEvent.Kind.RELEASED),
        events.subList(2, 5).stream().map(event -> ((WatchEvent.Happened) event).kind()).toList());
    watch.dispose();
  }

  @Test
  void whoShutsDownLeavesNothingBehind() {
    TenureClient other = TenureClient.connect("127.0.0.1:" + door.port());
    Lease lease = get(other.acquire("stream/shut/1", TTL));
    Session session = get(other.session(TTL));
    get(session.acquire(Claim.of("stream/shut/2", TTL)));

    get(other.shutdown().thenReturn(true));

    assertFalse(lease.isSafe() || session.isSafe());
    assertFalse(get(client.calls().key("stream/shut/1")).isHeld());
    OpenDoor.until(() -> !get(client.calls().key("stream/shut/2")).isHeld());
  }

  private boolean held(Lease lease) {
    return get(client.calls().key(lease.key())).isHeld();
  }

  @Test
  void whoeverIsAnsweredMayAskAndWaitRightThere() {
    boolean held =
        get(
            Flux.range(0, 100)
                .flatMap(at -> client.acquire("stream/inside/" + at, TTL).map(this::held), 100)
                .all(yes -> yes));

    assertTrue(held);
  }

  @Test
  void manyAreAskedForAtOnce() {
    List<Lease> leases =
        get(
            Flux.range(0, 3_000)
                .flatMap(at -> client.acquire("stream/many/" + at, TTL), 3_000)
                .collectList());

    assertEquals(3_000, leases.size());
    assertTrue(leases.stream().allMatch(Lease::isSafe));
    get(Flux.fromIterable(leases).flatMap(Lease::release, 3_000).then().thenReturn(true));
  }
}

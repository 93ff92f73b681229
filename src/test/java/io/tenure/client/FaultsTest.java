package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.Loss.Reason;
import io.tenure.client.calls.BreakRequest;
import io.tenure.client.error.FencedException;
import io.tenure.client.guard.MemoryFence;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.fault.FaultProxy;
import io.tenure.fault.FaultProxy.Weather;
import io.tenure.machine.InRealTime;
import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Checks the client on a bad network and in a stopped process, with a real server and real sockets.
 */
@RealMachine
final class FaultsTest {

  /** Long enough that a busy machine does not lose the lease by its own delays. */
  private static final Duration TTL = Duration.ofSeconds(3);

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private OpenDoor door;
  private Vertx vertx;
  private FaultProxy network;
  private TenureClient client;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
    vertx = Vertx.vertx();
    network = new FaultProxy(vertx, door.port());
    client = TenureClient.connect(ClientOptions.of("127.0.0.1:" + network.port()));
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    network.close();
    OpenDoor.get(vertx.close());
    door.close();
  }

  private static <T> T get(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(PATIENCE));
  }

  private static void pass(Duration time) {
    get(Mono.delay(time));
  }

  @InRealTime
  void framesThatComeBehindTheDeadlineReviveNothing() {
    Lease lease = get(client.acquire("late", TTL));
    List<Loss> losses = new CopyOnWriteArrayList<>();
    List<LeaseState> states = new CopyOnWriteArrayList<>();
    lease.lost().subscribe(losses::add);
    lease.states().subscribe(states::add);
    pass(TTL);
    assertTrue(lease.isSafe());

    network.slow(4_000);
    OpenDoor.until(() -> !losses.isEmpty());
    assertFalse(lease.isSafe());
    pass(Duration.ofSeconds(5));

    assertFalse(lease.isSafe(), "its renewals have been answered by now");
    assertEquals(1, losses.size());
    assertEquals(Reason.OUT_OF_TIME, losses.get(0).reason());
    assertEquals(LeaseState.LOST, states.get(states.size() - 1));
  }

  @InRealTime
  void aStreamThatIsCutIsReplacedAndTheLeaseLivesOn() {
    Lease lease = get(client.acquire("cut", TTL));
    List<LeaseState> states = new CopyOnWriteArrayList<>();
    lease.states().subscribe(states::add);

    for (int at = 0; at < 4; at++) {
      network.become(Weather.CUT);
      pass(Duration.ofMillis(100));
      network.become(Weather.FAIR);
      pass(TTL.dividedBy(3));
      assertTrue(lease.isSafe());
    }

    assertFalse(states.contains(LeaseState.LOST));
  }

  @Test
  void anotherStreamTellsOfWhatWasTakenOverTheOneBefore() {
    Lease lease = get(client.acquire("again", Duration.ofSeconds(60)));
    List<Loss> losses = new CopyOnWriteArrayList<>();
    lease.lost().subscribe(losses::add);
    pass(Duration.ofMillis(500));
    network.become(Weather.CUT);
    pass(Duration.ofMillis(100));
    network.become(Weather.FAIR);

    try (TenureClient operator = TenureClient.connect("127.0.0.1:" + door.port())) {
      get(operator.calls().breakOff(BreakRequest.now("again", "a test")));
      long broken = System.nanoTime();
      OpenDoor.until(() -> !losses.isEmpty());

      assertTrue(System.nanoTime() - broken < Duration.ofSeconds(10).toNanos());
      assertEquals(Reason.BROKEN, losses.get(0).reason());
    }
  }

  @InRealTime
  void aLeaseUnderASessionThatIsBrokenUnheardIsLostByTheNextRenewal() {
    try (TenureClient plain =
        TenureClient.connect(ClientOptions.of("127.0.0.1:" + door.port()).withoutStream())) {
      Session session = get(plain.session(TTL));
      Lease lease = get(session.acquire(Claim.of("session/a", TTL)));
      Lease other = get(session.acquire(Claim.of("session/b", TTL)));
      List<Loss> losses = new CopyOnWriteArrayList<>();
      lease.lost().subscribe(losses::add);
      get(plain.calls().breakOff(BreakRequest.now("session/a", "a test")));

      OpenDoor.until(() -> !losses.isEmpty());

      assertEquals(Reason.BROKEN, losses.get(0).reason());
      pass(TTL);
      assertTrue(session.isSafe() && other.isSafe(), "the others are confirmed");
    }
  }

  @InRealTime
  void aStreamThatHasFallenSilentIsGoneRound() {
    Lease lease = get(client.acquire("silent", Duration.ofSeconds(6)));
    pass(Duration.ofMillis(500));

    network.become(Weather.DEAF);
    pass(Duration.ofMillis(2_500));
    // Requests under way are lost with their connections, and new requests are answered.
    network.become(Weather.FAIR);
    pass(Duration.ofSeconds(4));

    assertTrue(lease.isSafe());
    assertTrue(lease.safeFor().compareTo(Duration.ofMillis(1_500)) > 0, lease.safeFor().toString());
  }

  @InRealTime
  void whoeverKnowsNoWebSocketIsSpokenToInPlainHttp() throws Exception {
    try (NoStreams proxy = new NoStreams(door.port());
        TenureClient other = TenureClient.connect("127.0.0.1:" + proxy.port())) {
      Lease lease = get(other.acquire("plain", TTL));
      pass(TTL.plusMillis(500));
      assertTrue(lease.isSafe());
      get(lease.release().thenReturn(true));
      assertTrue(proxy.refused() > 0, "it has asked for a stream");
    }
  }

  @Test
  void theFirstStreamTellsOfWhatWasTakenInPlainHttp() throws Exception {
    try (NoStreams proxy = new NoStreams(door.port()).become(NoStreams.Streams.CUT);
        TenureClient other = TenureClient.connect("127.0.0.1:" + proxy.port());
        TenureClient operator = TenureClient.connect("127.0.0.1:" + door.port())) {
      Lease lease = get(other.acquire("first", Duration.ofSeconds(60)));
      List<Loss> losses = new CopyOnWriteArrayList<>();
      lease.lost().subscribe(losses::add);
      assertTrue(proxy.refused() > 0, "it has asked for a stream");
      proxy.become(NoStreams.Streams.PASSED);

      get(operator.calls().breakOff(BreakRequest.now("first", "a test")));
      long broken = System.nanoTime();
      OpenDoor.until(() -> !losses.isEmpty());

      assertTrue(System.nanoTime() - broken < Duration.ofSeconds(10).toNanos());
      assertEquals(Reason.BROKEN, losses.get(0).reason());
    }
  }

  @InRealTime
  void aHolderThatSleptPastItsTtlIsToldBeforeItDoesAnything() throws Exception {
    MemoryFence resource = new MemoryFence("resource");
    List<String> lines = new CopyOnWriteArrayList<>();
    Process sleepy =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SleepyHolder.class.getName(),
                "127.0.0.1:" + door.port())
            .redirectErrorStream(true)
            .start();
    try {
      Thread reader = new Thread(() -> read(sleepy, lines));
      reader.setDaemon(true);
      reader.start();
      OpenDoor.until(() -> lines.stream().filter(line -> line.startsWith("write")).count() > 20);
      lines.forEach(line -> resource.check(token(line)));

      signal("STOP", sleepy);
      Lease next = get(client.acquire(Claim.of(SleepyHolder.KEY, TTL).withWait(PATIENCE)));
      resource.check(next.token());
      pass(SleepyHolder.TTL);
      int asleep = lines.size();
      signal("CONT", sleepy);
      OpenDoor.until(() -> lines.stream().anyMatch(line -> line.startsWith("lost")));

      List<String> afterwards = lines.subList(asleep, lines.size());
      List<String> writes = afterwards.stream().filter(line -> line.startsWith("write")).toList();
      assertTrue(writes.size() <= 1, "one may have been on its lips: " + afterwards);
      writes.forEach(
          line -> assertThrows(FencedException.class, () -> resource.check(token(line))));
      assertEquals("lost LOST", lines.get(lines.size() - 1));
      assertTrue(next.isSafe());
    } finally {
      sleepy.destroyForcibly();
      assertTrue(sleepy.waitFor(20, TimeUnit.SECONDS));
    }
  }

  private static void signal(String name, Process process) throws Exception {
    new ProcessBuilder("/bin/kill", "-" + name, Long.toString(process.pid())).start().waitFor();
  }

  private static long token(String line) {
    return Long.parseLong(line.substring(line.indexOf(' ') + 1));
  }

  private static void read(Process process, List<String> lines) {
    try (BufferedReader reader = process.inputReader()) {
      reader.lines().forEach(lines::add);
    } catch (IOException ended) {
      // The process was killed.
    }
  }
}

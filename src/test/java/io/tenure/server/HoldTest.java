package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.machine.InRealTime;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code ./tenure hold} as processes, with servers and holds that are killed and frozen. */
@RealMachine
class HoldTest {

  /** Long enough for a busy machine. */
  private static final int TTL_SECONDS = 3;

  private static final String TTL = TTL_SECONDS + "s";
  private static final long MICROS_PER_SECOND = 1_000_000;

  /** From then on the holder must not touch the resource: a sixth of its ttl before the end. */
  private static final long SAFE_MICROS = TTL_SECONDS * MICROS_PER_SECOND * 5 / 6;

  @TempDir static Path data;
  private static Served server;

  @TempDir Path directory;
  private final String key = "hold/" + UUID.randomUUID();

  @BeforeAll
  static void serve() {
    server = new Served(data, "--store", "memory").open();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void real() throws IOException {
    directory = directory.toRealPath();
  }

  @Test
  void theCommandKnowsWhatItHoldsAndHasOurInputOutputAndCode() throws IOException {
    String script = "echo $TENURE_KEY $TENURE_HOLDER $TENURE_TOKEN; cat; echo trouble >&2; exit 7";
    try (Typed hold = hold(server, "--holder", "me", "--", "sh", "-c", script)) {
      assertEquals(7, hold.told("some input\n").end());
      assertTrue(hold.out().get(0).matches(key + " me \\d+"), hold.out().toString());
      assertEquals("some input", hold.out().get(1));
      assertEquals("trouble", hold.err());
    }
    assertFree();
  }

  @Test
  void aCommandThatASignalEndsAndOneThatIsNotThere() throws IOException {
    try (Typed killed = hold(server, "--", "sh", "-c", "kill -s ABRT $$")) {
      assertEquals(ExitCode.SIGNALS + 6, killed.end(), killed.err());
    }
    try (Typed missing = hold(server, "--", "no-such-command")) {
      assertEquals(ExitCode.NO_COMMAND, missing.end());
    }
    assertFree();
  }

  @Test
  void ofTwoShellsOneRunsAndTheOtherIsToldWhoDoes() throws IOException {
    String script = "echo begun; sleep 0.5";
    try (Typed one = hold(server, "--holder", "one", "--", "sh", "-c", script);
        Typed two = hold(server, "--holder", "two", "--", "sh", "-c", script)) {
      List<Integer> codes = new ArrayList<>(List.of(one.end(), two.end()));
      boolean both = codes.equals(List.of(0, 0));
      assertTrue(both || codes.remove((Integer) ExitCode.HELD) && codes.equals(List.of(0)));
    }
  }

  @Test
  void whoWaitsGetsTheKeyTheMomentTheOtherEnds() throws IOException {
    try (Typed one = hold(server, "--holder", "one", "--", "sh", "-c", "echo begun; read x")) {
      one.awaitSaid("begun");
      try (Typed refused = hold(server, "--", "true");
          Typed two = hold(server, "--wait", "60s", "--", "echo", "mine")) {
        assertEquals(ExitCode.HELD, refused.end());
        assertTrue(refused.err().contains("holder     one"), refused.err());
        server.await("it waits", () -> answer("/v1/keys/" + key).contains("\"waiters\":1"));
        assertEquals(0, one.told("end\n").end(), one.err());
        assertEquals(0, two.end(), two.err());
        assertEquals(List.of("mine"), two.out());
      }
    }
  }

  @Test
  void signalsGoOnToTheCommand() {
    String script =
        "for each in INT HUP QUIT TERM; do trap \"echo heard $each; heard=$each\" $each; done;"
            + " echo ready; while [ \"$heard\" != TERM ]; do sleep 0.02; done; exit 9";
    try (Typed hold = hold(server, "--", "bash", "-c", script)) {
      hold.awaitSaid("ready");
      for (String signal : List.of("HUP", "INT", "QUIT", "TERM")) {
        Served.signal(signal, hold.launcher().pid());
        hold.awaitSaid("heard " + signal);
      }
      assertEquals(9, hold.end());
    }
    assertFree();
  }

  @Test
  void aSignalEndsTheWait() {
    answer("POST", "/v1/leases?ttl=60s&holder=long&key=" + key);
    try (Typed hold = hold(server, "--wait", "60s", "--", "true")) {
      server.await("it waits", () -> answer("/v1/keys/" + key).contains("\"waiters\":1"));
      Served.signal("TERM", hold.launcher().pid());
      assertEquals(ExitCode.SIGNALS + 15, hold.end());
      server.await("it has left", () -> answer("/v1/keys/" + key).contains("\"waiters\":0"));
    }
  }

  @InRealTime
  void aServerThatIsGoneKillsAllBeforeTheLeaseIsUnsafe() {
    killsAllBeforeTheLeaseIsUnsafeWhenTheServerHears("KILL");
  }

  @InRealTime
  void aServerThatIsFrozenKillsAllBeforeTheLeaseIsUnsafe() {
    killsAllBeforeTheLeaseIsUnsafeWhenTheServerHears("STOP");
  }

  private void killsAllBeforeTheLeaseIsUnsafeWhenTheServerHears(String signal) {
    Path own = directory.resolve("data");
    try (Served gone = new Served(own, "--store", "memory").open();
        Typed hold = pulse(gone)) {
      Pulse pulse = beating(hold);
      gone.signal(signal);
      long struck = micros();

      assertEquals(ExitCode.LOST, hold.end(), hold.err());

      assertTrue(pulse.isOver(), hold.err());
      assertTrue(pulse.lastMicros() - struck < SAFE_MICROS, hold.err());
      assertTrue(hold.err().contains("asked to end"), hold.err());
      assertTrue(hold.err().contains("is killed"), hold.err());
    }
  }

  @InRealTime
  void aFrozenHoldCannotKeepItsCommandAlive() throws Exception {
    try (Typed hold = pulse(server)) {
      Pulse pulse = beating(hold);
      Served.signal("STOP", hold.java().pid());

      Typed next = hold(server, "--wait", "60s", "--", "date", "+%s%N");
      assertEquals(0, next.end(), next.err());

      assertTrue(pulse.isOver());
      long granted = Long.parseLong(next.out().get(0)) / 1_000;
      assertTrue(pulse.lastMicros() < granted);
      Served.signal("CONT", hold.java().pid());
      assertEquals(ExitCode.LOST, hold.end(), hold.err());
    }
  }

  @InRealTime
  void wokenTooLateItKillsFirst() throws Exception {
    try (Typed hold = pulse(server)) {
      Pulse pulse = beating(hold);
      ProcessHandle guard = hold.guard();
      Served.signal("STOP", guard.pid());
      Served.signal("STOP", hold.java().pid());
      Typed next = hold(server, "--wait", "60s", "--", "true");
      assertEquals(0, next.end(), next.err());
      assertFalse(pulse.isOver());

      long woken = micros();
      Served.signal("CONT", hold.java().pid());

      hold.await("all are gone", pulse::isOver);
      guard.destroyForcibly();
      assertEquals(ExitCode.LOST, hold.end(), hold.err());
      assertTrue(pulse.isOver());
      assertTrue(pulse.lastMicros() - woken < MICROS_PER_SECOND);
    }
  }

  @Test
  void killedItTakesItsCommandWithIt() {
    try (Typed hold = pulse(server)) {
      Pulse pulse = beating(hold);
      hold.java().destroyForcibly();

      assertEquals(ExitCode.SIGNALS + 9, hold.end());
      hold.await("all are gone", pulse::isOver);
    }
  }

  @InRealTime
  void aKilledLauncherTakesItsCommandWithIt() {
    Pulse pulse = new Pulse(directory);
    List<String> words = new ArrayList<>(List.of("hold", key));
    words.addAll(List.of(beatingWords()));
    try (Typed shell = Typed.inShell(server.url(), directory, words.toArray(String[]::new))) {
      shell.await("all of them beat", pulse::beats);
      shell.child().destroyForcibly();
      shell.await("all are gone", pulse::isOver);
      shell.awaitSaid("the launcher was killed: the command for " + key + " is asked to end");
      shell.awaitSaid("did not end in time: it is killed");
      assertFalse(shell.said("guard kills"), shell.err());
    }
  }

  @InRealTime
  void whatTheCommandLeavesBehindEndsBeforeTheKeyIsFree() {
    String script = "(trap '' TERM; sleep 300) & echo begun";
    try (Typed hold = hold(server, "--ttl", TTL, "--", "bash", "-c", script)) {
      assertEquals(0, hold.end());
      assertTrue(hold.err().contains("left other processes running"), hold.err());
    }
    assertFree();
  }

  @InRealTime
  void aBreakKillsAtOnce() {
    try (Typed hold = pulse(server)) {
      Pulse pulse = beating(hold);
      answer("DELETE", "/v1/keys/" + key);
      assertEquals(ExitCode.LOST, hold.end());
      assertTrue(pulse.isOver());
      assertTrue(hold.err().contains("An operator has ended the lease"), hold.err());
    }
  }

  private Typed hold(Served at, String... words) {
    List<String> all = new ArrayList<>(List.of("hold", key));
    all.addAll(List.of(words));
    return new Typed(at.url(), directory, all.toArray(String[]::new));
  }

  private Typed pulse(Served at) {
    new Pulse(directory);
    return hold(at, beatingWords());
  }

  private static String[] beatingWords() {
    List<String> words = new ArrayList<>(List.of("--ttl", TTL, "--"));
    words.addAll(Pulse.words());
    return words.toArray(String[]::new);
  }

  private Pulse beating(Typed hold) {
    Pulse pulse = new Pulse(directory);
    hold.await("all of them beat", pulse::beats);
    return pulse;
  }

  private void assertFree() {
    assertTrue(answer("/v1/keys/" + key).contains("\"holders\":[]"), answer("/v1/keys/" + key));
  }

  private static String answer(String path) {
    return answer("GET", path);
  }

  private static String answer(String method, String path) {
    return server.send(method, path).body();
  }

  private static long micros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }
}

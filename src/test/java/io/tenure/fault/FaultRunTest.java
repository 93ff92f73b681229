package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.fault.ToyServer.Lie;
import io.tenure.machine.RealMachine;
import io.tenure.machine.Violated;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Checks that the history of a run is judged although its strike breaks off. */
@Execution(ExecutionMode.CONCURRENT)
@RealMachine
class FaultRunTest {

  private static final long SEED = 11;
  private static final long PATIENCE_MILLIS = 20_000;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void whatWasViolatedBeforeTheStrikeBrokeOffCounts() throws Exception {
    Path file = Path.of("target", "fault", "two-holders-" + SEED + ".txt");
    Files.deleteIfExists(file);

    AssertionError failure = play("two holders", Lie.GRANTS_A_HELD_KEY, false);

    assertInstanceOf(Violated.class, failure);
    assertEquals("the signal is not sent", failure.getSuppressed()[0].getMessage());
    assertTrue(failure.toString().contains("see " + file), failure::toString);
    assertTrue(Files.size(file) > 0);
  }

  @Test
  void aLossCountsWhereNothingMayBeLost() throws Exception {
    assertInstanceOf(Violated.class, play("a loss", Lie.FORGETS_A_LEASE, false));
  }

  @Test
  void aLossIsExcusedWhereTheStrikeDidNotReportWhatItLost() throws Exception {
    assertIsNoise(play("an excused loss", Lie.FORGETS_A_LEASE, true));
  }

  @Test
  void twoHoldersAreNotExcused() throws Exception {
    assertInstanceOf(Violated.class, play("no excuse", Lie.GRANTS_A_HELD_KEY, true));
  }

  @Test
  void aStrikeThatBreaksOffIsAFailureByItself() throws Exception {
    assertIsNoise(play("the truth", Lie.NONE, false));
  }

  private static void assertIsNoise(AssertionError failure) {
    assertFalse(failure instanceof Violated, failure::toString);
    assertTrue(failure.toString().contains("broken off"), failure::toString);
    assertEquals("the signal is not sent", failure.getSuppressed()[0].getMessage());
  }

  /** The strike waits until the lie, if any, shows, and breaks off. */
  private AssertionError play(String name, Lie lie, boolean mayLose) throws Exception {
    Fault.Strike strike =
        stage -> {
          boolean shows =
              lie == Lie.NONE
                  || Stage.becomes(() -> stage.load().judge(this::isBroken), PATIENCE_MILLIS);
          throw new IllegalStateException(shows ? "the signal is not sent" : "no lie");
        };
    Fault fault = Fault.of(name, Stage.House.EMBEDDED, PATIENCE_MILLIS, strike);
    try (ToyServer server = new ToyServer(vertx, lie)) {
      Outcome outcome =
          FaultRun.play(
              mayLose ? fault.losing() : fault,
              SEED,
              chance -> new Stage(chance, List.of(server.port())));
      return outcome.failure(name);
    }
  }

  private boolean isBroken(History history) {
    return HistoryChecker.judge(history, Excuse.NONE).count() > 0;
  }
}

package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.fault.ToyServer.Lie;
import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that load and history checker find every error of a lying server, and no error of an
 * honest one.
 */
@Execution(ExecutionMode.CONCURRENT)
@RealMachine
class LyingServerTest {

  /** The number of operations that a run of a fault must have before it. */
  private static final int MANY = (int) FaultRun.OPERATIONS_PER_SECOND_LEAST;

  private static final long LOOK_MILLIS = 200;
  private static final long PATIENCE_MILLIS = 20_000;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void theTruthIsLetPassAndIsManyAnswers() throws Exception {
    History history = play(Lie.NONE, heard -> heard.operations().size() > 2 * MANY);

    assertEquals(List.of(), HistoryChecker.judge(history, Excuse.NONE).violations());
    assertTrue(history.operations().size() > 2 * MANY, history.operations().size() + " answers");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aLieIsFound(Lie lie) throws Exception {
    Law law = lawAgainst(lie);
    Set<Law> broken = brokenIn(play(lie, heard -> brokenIn(heard).contains(law)));

    assertTrue(broken.contains(law), () -> lie + " broke " + broken);
  }

  private static Set<Law> brokenIn(History history) {
    return HistoryChecker.judge(history, Excuse.NONE).violations().stream()
        .map(Violation::law)
        .collect(Collectors.toSet());
  }

  /** Plays until the history has enough. */
  private History play(Lie lie, Predicate<History> enough) throws Exception {
    try (ToyServer server = new ToyServer(vertx, lie)) {
      Load load = new Load(vertx, List.of(server.port()), 60_000, new SplittableRandom(7));
      long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
      do {
        Stage.last(LOOK_MILLIS);
      } while (!load.judge(enough::test) && System.nanoTime() - deadline < 0);
      return load.end();
    }
  }

  private static Law lawAgainst(Lie lie) {
    return switch (lie) {
      case FORGETS_A_LEASE -> Law.NOTHING_LOST;
      case GRANTS_A_HELD_KEY, GRANTS_A_KEY_OF_A_SESSION -> Law.EXCLUSION;
      case EXPIRES_EARLY -> Law.NEVER_EARLY;
      case REVIVES_WHAT_EXPIRED -> Law.NO_RESURRECTION;
      case REPEATS_A_TOKEN -> Law.TOKENS_GROW;
      case GRANTS_A_USED_REQUEST -> Law.RETRIES;
      case LOWERS_A_FENCE -> Law.FENCES;
      case NONE -> throw new IllegalArgumentException("no law is broken");
    };
  }
}

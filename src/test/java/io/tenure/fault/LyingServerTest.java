package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.fault.ToyServer.Lie;
import io.vertx.core.Vertx;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The load provokes, and the judge finds, whatever a server does wrong; and nothing else. */
class LyingServerTest {

  private static final int LASTS_MILLIS = 1_500;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() {
    vertx.close();
  }

  @Test
  void theTruthIsLetPassAndIsManyAnswers() throws Exception {
    History history = play(Lie.NONE);

    assertEquals(List.of(), HistoryChecker.judge(history, Excuse.NONE).violations());
    double perSecond = new Tally(history).perSecond(0, LASTS_MILLIS * 1_000_000L);
    assertTrue(perSecond > FaultRun.OPERATIONS_PER_SECOND_LEAST, perSecond + " a second");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aLieIsFound(Lie lie) throws Exception {
    Set<Law> broken = EnumSet.noneOf(Law.class);
    HistoryChecker.judge(play(lie), Excuse.NONE)
        .violations()
        .forEach(violation -> broken.add(violation.law()));

    assertTrue(broken.contains(lawAgainst(lie)), () -> lie + " broke " + broken);
  }

  private History play(Lie lie) throws Exception {
    try (ToyServer server = new ToyServer(vertx, lie)) {
      Load load = new Load(vertx, List.of(server.port()), 60_000, new SplittableRandom(7));
      Stage.last(LASTS_MILLIS);
      return load.end();
    }
  }

  private static Law lawAgainst(Lie lie) {
    return switch (lie) {
      case FORGETS_A_LEASE -> Law.NOTHING_LOST;
      case GRANTS_A_HELD_KEY -> Law.EXCLUSION;
      case EXPIRES_EARLY -> Law.NEVER_EARLY;
      case REVIVES_WHAT_EXPIRED -> Law.NO_RESURRECTION;
      case REPEATS_A_TOKEN -> Law.TOKENS_GROW;
      case GRANTS_A_USED_REQUEST -> Law.RETRIES;
      case LOWERS_A_FENCE -> Law.FENCES;
      case NONE -> throw new IllegalArgumentException("no law is broken");
    };
  }
}

package io.tenure.fault;

import static io.tenure.api.EndReason.EXPIRED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks how the history checker judges sessions, and leases that are kept by one. */
class SessionHistoryTest {

  private static final String SESSION = SessionHolder.SESSIONS + "s/1";

  private final Story story = new Story();

  @Test
  void aSecondHolderOfAKeyWhoseSessionIsKeptAlive() {
    story.granted("k", 1, 0, 5, 100).kept("k", 1, 90, 95, 600).granted("k", 2, 300, 310, 600);
    assertBroken(Excuse.NONE, Law.EXCLUSION, Law.NEVER_EARLY);
  }

  @Test
  void aKeyWhoseSessionIsNotKeptAliveAnyMore() {
    story.granted("k", 1, 0, 5, 100).kept("k", 1, 90, 95, 600).granted("k", 2, 680, 691, 600);
    assertBroken(Excuse.NONE);
  }

  /** Another server may own the shards of the leases by then. */
  @Test
  void aKeepAliveSpeaksForTheHomeOfItsSessionOnly() {
    story
        .granted("k", Story.EPOCH, 0, 5, 2_000)
        .by("b")
        .renewed("k", Story.EPOCH, 1_500, 1_505, 2_000)
        .by("a")
        .kept("k", Story.EPOCH, 1_600, 2_500, 2_000);
    assertBroken(Excuse.NONE);
  }

  @Test
  void aSessionThatEndsBeforeWhatWasPromised() {
    sessionEndsEarly();
    assertBroken(Excuse.NONE, Law.NEVER_EARLY, Law.NEVER_EARLY);
  }

  /** It still holds its keys for what was promised. */
  @Test
  void aSessionMayBeToldThatEarlierWhereAShardMayBeInDoubt() {
    sessionEndsEarly();
    assertBroken(Excuse.NONE.doubting());
  }

  @Test
  void aLeaseMayNot() {
    story.granted("k", 1, 10, 20, 900).over("k", 1, 600, 610, EXPIRED);
    assertBroken(Excuse.NONE.doubting(), Law.NEVER_EARLY);
  }

  private void sessionEndsEarly() {
    story.granted(SESSION, 1, 10, 20, 900).over(SESSION, 1, 600, 610, EXPIRED);
    story.consumed(SESSION, "request-1", 1, 620, 630);
  }

  private void assertBroken(Excuse excuse, Law... laws) {
    List<Violation> found = HistoryChecker.judge(story.history, excuse).violations();
    assertEquals(List.of(laws), found.stream().map(Violation::law).toList());
  }
}

package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.EndReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the cost of a freeze for a lease, to the millisecond. */
class FreezeTest {

  private final Story story = new Story();

  @Test
  void aRenewalThatWaitedForAFrozenServerAndIsRefused() {
    story.granted("k", 1, 0, 5, 1_000).over("k", 1, 600, 5_001, EndReason.EXPIRED);
    freeze();
    assertBroken(Law.SLOW_SERVER_PUNISHES_NOBODY);
  }

  @Test
  void aFreezeSparesNoHolderThatAskedTooLate() {
    story.granted("k", 1, 0, 5, 1_000).over("k", 1, 5_100, 5_101, EndReason.EXPIRED);
    freeze();
    assertBroken();
  }

  /** The lease had 520 ms left; one step and 269 ms of real time are less. */
  @Test
  void aLeaseThatOutlivesTheStepAndTheWayBackIsAlive() {
    story.granted("k", 1, 0, 5, 620).over("k", 1, 200, 5_269, EndReason.EXPIRED);
    freeze();
    assertBroken(Law.SLOW_SERVER_PUNISHES_NOBODY);
  }

  /** On a busy machine the server, or the holder, goes on only some time after the freeze. */
  @Test
  void aLeaseWhoseTimeRanOutAfterTheFreezeMayHaveExpired() {
    story.granted("k", 1, 0, 5, 620).over("k", 1, 200, 5_270, EndReason.EXPIRED);
    freeze();
    assertBroken();
  }

  @Test
  void aShortLeaseThatIsRefusedAtOnceIsNamedToo() {
    story.granted("k", 1, 0, 5, 400).over("k", 1, 200, 5_040, EndReason.EXPIRED);
    freeze();
    assertBroken(Law.SLOW_SERVER_PUNISHES_NOBODY);
  }

  /** The lease had 250 ms left: as much as the lease clock may move in the freeze. */
  @Test
  void aLeaseThatEndsWithinTheStepMayHaveExpired() {
    story.granted("k", 1, 0, 5, 350).over("k", 1, 200, 5_000, EndReason.EXPIRED);
    freeze();
    assertBroken();
  }

  @Test
  void aLeaseThatWasNotPromisedBeforeTheFreezeIsNotCountedOn() {
    story.granted("k", 1, 90, 5_001, 600).over("k", 1, 200, 5_400, EndReason.EXPIRED);
    freeze();
    assertBroken();
  }

  private void freeze() {
    story.history.add(new Freeze("a", 100_000_000, 5_000_000_000L));
  }

  private void assertBroken(Law... laws) {
    List<Violation> found = HistoryChecker.judge(story.history, Excuse.NONE).violations();
    assertEquals(List.of(laws), found.stream().map(Violation::law).toList());
  }
}

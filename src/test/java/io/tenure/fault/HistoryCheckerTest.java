package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the history checker: it finds each law that is broken once, and accepts all that may be
 * right.
 */
class HistoryCheckerTest {

  private static final long EPOCH = Story.EPOCH;

  private final Story story = new Story();

  @Test
  void anOrdinaryLifeIsLetPass() {
    story
        .granted("k", 1, 0, 5, 600)
        .renewed("k", 1, 200, 203, 600)
        .held("k", 1, 300, 301)
        .released("k", 1, 400, 405)
        .granted("k", 2, 390, 406, 600)
        .over("k", 1, 500, 501, EndReason.RELEASED)
        .over("k", 2, 1_500, 1_502, EndReason.EXPIRED)
        .consumed("k", "request-2", 2, 1_600, 1_601)
        .granted("k", 3, 1_600, 1_610, 600);
    assertGood();
  }

  @Test
  void aLeaseThatLapsedInAPauseMayLiveOnWhenItsServerIsBack() {
    story
        .granted("k", 1, 0, 5, 600)
        .by("a#2")
        .renewed("k", 1, 5_000, 5_010, 600)
        .granted("k", 2, 5_300, 6_200, 600);
    assertGood();
  }

  @Test
  void anAnswerThatCameTooLateIsNoBelief() {
    story.granted("k", 1, 0, 3_000, 600).granted("k", 2, 700, 710, 600);
    assertGood();
  }

  @Test
  void aReleaseWhoseAnswerWasLostEndsTheBelief() {
    story.granted("k", 1, 0, 5, 600).releaseLost("k", 1, 100, 300).granted("k", 2, 90, 105, 600);
    assertGood();
  }

  @Test
  void twoHoldersWhoBelieveAtOneInstant() {
    story.granted("k", 1, 0, 5, 600).granted("k", 2, 300, 310, 600);
    assertBroken(Law.EXCLUSION);
  }

  @Test
  void twoHoldersOneOfWhomWasRenewedLongAgo() {
    story
        .granted("k", 1, 0, 5, 600)
        .renewed("k", 1, 100, 105, 10_000)
        .granted("k", 2, 5_000, 5_010, 600);
    assertBroken(Law.EXCLUSION);
  }

  @Test
  void aSecondHolderWithinTheMarginOfTheFirst() {
    story.granted("k", 1, 0, 5, 600).granted("k", 2, 540, 550, 600);
    assertBroken(Law.NEVER_EARLY);
  }

  @Test
  void aRefusalBeforeWhatWasPromised() {
    story.granted("k", 1, 0, 5, 600).over("k", 1, 500, 501, EndReason.EXPIRED);
    assertBroken(Law.NEVER_EARLY);
  }

  @Test
  void aRenewalForLessThanWasAsked() {
    story.granted("k", 1, 0, 5, 600).renewed("k", 1, 200, 203, 400);
    assertBroken(Law.NEVER_EARLY);
  }

  @Test
  void aRequestUsedUpBeforeWhatWasPromised() {
    story.granted("k", 1, 0, 5, 600).consumed("k", "request-1", 1, 500, 501);
    assertBroken(Law.NEVER_EARLY);
  }

  @Test
  void aLaterLeaseWithASmallerToken() {
    story.granted("k", 7, 0, 5, 600).granted("k", 6, 1_000, 1_010, 600);
    assertBroken(Law.TOKENS_GROW);
  }

  @Test
  void aLaterLeaseWithASmallerTokenAskedForEarly() {
    story.granted("k", 7, 10, 15, 600).released("k", 7, 50, 55).granted("k", 6, 0, 60, 600);
    assertBroken(Law.TOKENS_GROW);
  }

  @Test
  void twoLeasesWithOneToken() {
    story.granted("k", 7, 0, 5, 100).grantedAnother("k", 7, 1_000, 1_010, 100);
    assertBroken(Law.TOKENS_GROW);
  }

  @Test
  void aResourceThatRefusesWhoBelieves() {
    story.granted("k", 7, 0, 5, 600);
    story.history.add(new Write("k", 7, "holder", 50_000_000, false));
    assertBroken(Law.TOKENS_GROW);
  }

  @Test
  void aRetryThatGetsAnotherLease() {
    story.granted("k", 1, 0, 5, 100).grantedAgain("k", "request-1", 2, 200, 205, 100);
    assertBroken(Law.RETRIES);
  }

  @Test
  void aRequestThatIsGrantedAfterItWasUsedUp() {
    story.consumed("k", "request-4", 4, 0, 5).granted("k", 4, 10, 15, 100);
    assertBroken(Law.RETRIES);
  }

  @Test
  void aLeaseThatIsNotKnownAnyMore() {
    story.granted("k", 1, 0, 5, 600).by("a#2").missing("k", 1, 300, 310);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void anEndThatNobodyCaused() {
    story.granted("k", 1, 0, 5, 600).over("k", 1, 900, 901, EndReason.RELEASED);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void aBreakThatNobodyAskedFor() {
    story.granted("k", 1, 0, 5, 600).over("k", 1, 900, 901, EndReason.BROKEN);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void aLeaseRenewedAfterItWasOver() {
    story
        .granted("k", 1, 0, 5, 600)
        .over("k", 1, 700, 701, EndReason.EXPIRED)
        .renewed("k", 1, 710, 711, 600);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void aLeaseRenewedAfterItWasReleased() {
    story.granted("k", 1, 0, 5, 600).released("k", 1, 100, 101).renewed("k", 1, 110, 111, 600);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void anEndThatChanges() {
    story
        .granted("k", 1, 0, 5, 600)
        .released("k", 1, 100, 101)
        .over("k", 1, 800, 801, EndReason.EXPIRED);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void aHolderOfThePastIsShown() {
    story.granted("k", 1, 0, 5, 100).granted("k", 2, 200, 210, 100).held("k", 1, 250, 251);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void aFrozenServerThatWakesAndAcknowledges() {
    story
        .granted("k", EPOCH, 0, 5, 2_000)
        .by("b")
        .renewed("k", EPOCH, 1_500, 1_505, 2_000)
        .by("a")
        .renewed("k", EPOCH, 1_600, 2_500, 2_000);
    assertBroken(Law.SILENT_ZOMBIE);
  }

  @Test
  void aGrantOfAnEarlierEpoch() {
    story.granted("k", 2 * EPOCH, 0, 5, 100).by("b").granted("j", EPOCH + 1, 1_500, 1_505, 100);
    assertBroken(Law.SILENT_ZOMBIE);
  }

  @Test
  void aServerThatProvesItsReturnIsNoZombie() {
    story
        .granted("k", EPOCH, 0, 5, 100)
        .by("b")
        .granted("k", 2 * EPOCH, 1_500, 1_505, 100)
        .by("a")
        .held("k", 2 * EPOCH, 4_000, 4_010)
        .granted("k", 3 * EPOCH, 4_100, 4_110, 100);
    assertGood();
  }

  /** The server grants nothing until everything that may be lost is over. */
  @Test
  void aServerThatReturnsWhenItsSuccessorHasDepartedIsNoZombie() {
    returned(2_000);
    assertGood();
  }

  @Test
  void aServerThatReturnsBeforeItsSuccessorDepartsIsOne() {
    returned(5_000);
    assertBroken(Law.SILENT_ZOMBIE);
  }

  private void returned(long departed) {
    story
        .granted("k", EPOCH, 0, 5, 100)
        .by("b")
        .granted("k", 2 * EPOCH, 1_500, 1_505, 100)
        .by("a")
        .held("k", 2 * EPOCH, 4_000, 4_010);
    story.history.add(new Departure("b", departed * 1_000_000));
  }

  @Test
  void aFrozenServerThatAcknowledgesWhatCameWhenItWasFrozen() {
    frozen(390);
    assertBroken(Law.SILENT_ZOMBIE);
  }

  /**
   * A pause after the decision changes nothing: the answer is true, and its time counts from before
   * the request.
   */
  @Test
  void whatWasDecidedBeforeAFreezeIsLateAndTrue() {
    frozen(410);
    assertGood();
  }

  private void frozen(long since) {
    story
        .granted("k", EPOCH, 0, 5, 2_000)
        .by("b")
        .renewed("k", EPOCH, 1_500, 1_505, 2_000)
        .by("a")
        .renewed("k", EPOCH, 400, 3_001, 2_000);
    story.history.add(new Freeze("a", since * 1_000_000, 3_000_000_000L));
  }

  @Test
  void anAnswerThatWasUnderWayIsNoZombie() {
    story
        .granted("k", EPOCH, 0, 5, 2_000)
        .by("b")
        .renewed("k", EPOCH, 1_500, 1_505, 2_000)
        .by("a")
        .renewed("k", EPOCH, 400, 1_506, 2_000);
    assertGood();
  }

  @Test
  void aFenceThatLetsASmallerTokenPass() {
    story.raised("f", 5, 0, 5).raised("f", 4, 10, 15);
    assertBroken(Law.FENCES);
  }

  @Test
  void aFenceThatForgets() {
    story.raised("f", 5, 0, 5).mark("f", 4, 10, 15);
    assertBroken(Law.FENCES);
  }

  @Test
  void aFenceThatRefusesTheLargestToken() {
    story.raised("f", 5, 0, 5).fenced("f", 5, 5, 10, 15);
    assertBroken(Law.FENCES);
  }

  @Test
  void aFenceRaisedByTwoAtOnce() {
    story
        .raised("f", 5, 0, 20)
        .raised("f", 4, 10, 15)
        .fenced("f", 4, 5, 30, 35)
        .mark("f", 5, 40, 41);
    assertGood();
  }

  private void assertGood() {
    assertEquals(List.of(), HistoryChecker.judge(story.history, Excuse.NONE).violations());
  }

  /** Other laws may be broken as well: a broken exclusion also breaks a promise. */
  private void assertBroken(Law law) {
    List<Violation> found = HistoryChecker.judge(story.history, Excuse.NONE).violations();
    assertTrue(found.stream().anyMatch(each -> each.law() == law), () -> law + " in " + found);
  }
}

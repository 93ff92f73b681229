package io.tenure.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks the limits of an excuse: data acknowledged from 100 ms on was lost at 500 ms, and nothing
 * else. Each pair of tests has one case in which the excuse holds, and one just outside of it.
 */
class ExcuseTest {

  private final Story story = new Story();

  @Test
  void aLeaseAcknowledgedMeanwhileMayBeForgotten() {
    story.granted("k", 1, 90, 100, 600).missing("k", 1, 600, 610);
    assertBroken();
  }

  @Test
  void aLeaseAcknowledgedBeforeIsNot() {
    story.granted("k", 1, 90, 99, 600).renewed("k", 1, 200, 210, 600).missing("k", 1, 600, 610);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void aLeaseAskedForAfterwardsIsNot() {
    story.granted("k", 1, 501, 510, 600).missing("k", 1, 600, 610);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void aLeaseToldAgainAfterwardsMayBeForgottenWhenItWasAskedForMeanwhile() {
    story.grantLost("k", "request-1", 400, 450).grantedAgain("k", "request-1", 1, 510, 520, 300);
    story.missing("k", 1, 600, 610);
    assertBroken();
  }

  @Test
  void aLeaseToldAgainThatWasAskedForAfterwardsIsNot() {
    story.grantLost("k", "request-1", 501, 505).grantedAgain("k", "request-1", 1, 510, 520, 300);
    story.missing("k", 1, 600, 610);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void nothingIsForgottenBeforeTheLoss() {
    story.granted("k", 1, 100, 110, 600).missing("k", 1, 400, 499);
    assertBroken(Law.NOTHING_LOST);
  }

  @Test
  void anEndAcknowledgedMeanwhileMayBeForgotten() {
    story.granted("k", 1, 0, 5, 300).over("k", 1, 310, 320, EndReason.EXPIRED);
    story.renewed("k", 1, 600, 610, 300).released("k", 1, 700, 710);
    assertBroken();
  }

  @Test
  void anEndAcknowledgedBeforeIsNot() {
    story.granted("k", 1, 0, 5, 50).over("k", 1, 60, 70, EndReason.EXPIRED);
    story.renewed("k", 1, 600, 610, 300);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void anEndAcknowledgedAfterTheLossIsFinal() {
    story.granted("k", 1, 50, 60, 100).over("k", 1, 160, 170, EndReason.EXPIRED);
    story.renewed("k", 1, 600, 610, 100).over("k", 1, 800, 810, EndReason.EXPIRED);
    story.renewed("k", 1, 900, 910, 100);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void aRequestGrantedMeanwhileMayBeGrantedAnotherLease() {
    story.granted("k", 1, 110, 120, 100).grantedAnew("k", "request-1", 2, 600, 605, 100);
    assertBroken();
  }

  @Test
  void aRequestGrantedBeforeMayNot() {
    story.granted("k", 1, 10, 20, 100).grantedAnew("k", "request-1", 2, 600, 605, 100);
    assertBroken(Law.RETRIES);
  }

  @Test
  void theOtherLeaseOfARequestStandsForItFromThenOn() {
    story.granted("k", 1, 110, 120, 100).grantedAnew("k", "request-1", 2, 600, 605, 100);
    story.grantedAnew("k", "request-1", 3, 800, 805, 100);
    assertBroken(Law.RETRIES);
  }

  @Test
  void aRequestUsedUpMeanwhileMayBeGranted() {
    story.consumed("k", "request-4", 4, 110, 120).granted("k", 4, 600, 605, 100);
    assertBroken();
  }

  @Test
  void aRequestUsedUpBeforeMayNot() {
    story.consumed("k", "request-4", 4, 10, 20).granted("k", 4, 600, 605, 100);
    assertBroken(Law.RETRIES);
  }

  @Test
  void aRequestMayBeUsedUpByALeaseAfterTheOneThatWasLost() {
    story.granted("k", 1, 110, 120, 100).consumed("k", "request-1", 2, 600, 605);
    assertBroken();
  }

  @Test
  void aRequestIsUsedUpByTheLeaseThatWasKept() {
    story.granted("k", 1, 10, 20, 100).consumed("k", "request-1", 2, 600, 605);
    assertBroken(Law.RETRIES);
  }

  @Test
  void aHolderFromBeforeALostGrantMayBeShown() {
    story.granted("k", 1, 0, 5, 100).granted("k", 2, 200, 210, 100).held("k", 1, 600, 601);
    assertBroken();
  }

  @Test
  void aHolderFromBeforeAKeptGrantMayNot() {
    story.granted("k", 1, 0, 5, 20).granted("k", 2, 50, 60, 20).held("k", 1, 600, 601);
    assertBroken(Law.NO_RESURRECTION);
  }

  @Test
  void aMarkRaisedMeanwhileMayBeForgotten() {
    story.raised("f", 5, 110, 120).mark("f", 4, 600, 605);
    assertBroken();
  }

  @Test
  void aMarkRaisedBeforeIsNot() {
    story.raised("f", 5, 10, 20).mark("f", 4, 600, 605);
    assertBroken(Law.FENCES);
  }

  /** The claim of the successor was lost, and another claim came within the same second. */
  @Test
  void aServerMayReturnWithTheEpochOfALostClaimAndLargerNumbers() {
    returnsWith(2 * Story.EPOCH + 7);
    assertBroken();
  }

  @Test
  void aServerMayNotReturnWithSmallerNumbers() {
    returnsWith(2 * Story.EPOCH + 5);
    assertTrue(broken().contains(Law.SILENT_ZOMBIE));
  }

  private void returnsWith(long token) {
    story.granted("j", Story.EPOCH, 0, 5, 50).by("b");
    story.granted("j", 2 * Story.EPOCH + 6, 200, 205, 50).by("a");
    story.held("j", 0, 600, 605).granted("k", token, 700, 705, 50);
  }

  @Test
  void twoHoldersAreNeverExcused() {
    story.granted("k", 1, 110, 120, 900).granted("k", 2, 600, 610, 900);
    assertBroken(Law.EXCLUSION, Law.NEVER_EARLY);
  }

  @Test
  void aTokenThatDoesNotGrowIsNeverExcused() {
    story.granted("k", 7, 110, 120, 100).granted("k", 6, 1_000, 1_010, 100);
    assertBroken(Law.TOKENS_GROW, Law.TOKENS_GROW);
  }

  private void assertBroken(Law... laws) {
    assertEquals(List.of(laws), broken());
  }

  private List<Law> broken() {
    Excuse excuse = Excuse.lost(100_000_000, 500_000_000);
    List<Violation> found = HistoryChecker.judge(story.history, excuse).violations();
    return found.stream().map(Violation::law).toList();
  }
}

package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Limits;
import org.junit.jupiter.api.Test;

class RevisionSequenceTest {

  private static final int PER_EPOCH = 100;
  private static final int RESERVE = 10;

  private final RevisionSequence revisions = new RevisionSequence(PER_EPOCH, RESERVE);

  @Test
  void isNotReadyBeforeItsFirstEpoch() {
    assertFalse(revisions.ready());
    assertThrows(IllegalStateException.class, revisions::next);
  }

  @Test
  void numbersAreTheEpochAndThenTheSequence() {
    revisions.enter(7, 0, 0);

    assertEquals((7L << 22) + 1, revisions.next());
    assertEquals((7L << 22) + 2, revisions.next());
    assertEquals((7L << 22) + 2, revisions.last());
  }

  @Test
  void aLaterEpochIsAlwaysAhead() {
    revisions.enter(7, 0, 0);
    long last = take(60);
    revisions.enter(8, 0, 0);

    assertTrue(revisions.next() > last);
  }

  @Test
  void anEpochThatIsNotLaterIsRefused() {
    revisions.enter(7, 0, 0);

    assertThrows(IllegalStateException.class, () -> revisions.enter(7, 0, 0));
    revisions.next();
    assertThrows(IllegalStateException.class, () -> revisions.enter(7, 0, 0));
    assertThrows(IllegalStateException.class, () -> revisions.enter(6, 0, 0));
  }

  @Test
  void epochsMayBeSkipped() {
    revisions.enter(7, 0, 0);
    revisions.enter(1L << 30, 0, 0);

    assertEquals((1L << 52) + 1, revisions.next());
  }

  @Test
  void asksForTheNextEpochOnceWhenHalfOfWhatDecisionsMayUseIsUsed() {
    revisions.enter(7, 0, 0);
    take((PER_EPOCH - RESERVE) / 2 - 1);
    assertFalse(revisions.runsLow());

    take(1);
    assertTrue(revisions.runsLow());
    take(1);
    assertFalse(revisions.runsLow());
  }

  @Test
  void asksAgainInTheNextEpoch() {
    revisions.enter(7, 0, 0);
    take(PER_EPOCH / 2);
    assertTrue(revisions.runsLow());
    revisions.enter(8, 0, 0);
    assertFalse(revisions.runsLow());
    take(PER_EPOCH / 2);

    assertTrue(revisions.runsLow());
  }

  @Test
  void staysReadyWhileOneMoreDecisionHasItsNumbers() {
    revisions.enter(7, 0, 0);
    while (revisions.ready()) {
      take(1);
    }

    take(RESERVE - 1);
    assertThrows(IllegalStateException.class, revisions::next);
    assertEquals((7L << 22) + PER_EPOCH - 1, revisions.last());
  }

  @Test
  void theLastNumberOfAnEpochIsBelowTheNextEpoch() {
    RevisionSequence whole = new RevisionSequence(Limits.TOKENS_PER_EPOCH, RESERVE);
    whole.enter(7, 0, 0);
    long last = 0;
    for (int i = 1; i < Limits.TOKENS_PER_EPOCH; i++) {
      last = whole.next();
    }

    assertThrows(IllegalStateException.class, whole::next);
    assertEquals((8L << 22) - 1, last);
  }

  @Test
  void numbersBeginTheLaterTheLaterInItsSecondTheEpochWasClaimed() {
    revisions.enter(7, 500_000, 0);

    assertEquals((7L << 22) + PER_EPOCH / 4 + 1, revisions.next());
  }

  @Test
  void twoClaimsOfOneSecondShareNoNumberUnlessTheFirstUsesTwoMillionsInASecond() {
    RevisionSequence before = new RevisionSequence(Limits.TOKENS_PER_EPOCH, RESERVE);
    RevisionSequence after = new RevisionSequence(Limits.TOKENS_PER_EPOCH, RESERVE);
    before.enter(7, 300_000, 0);
    after.enter(7, 300_500, 0);
    long last = 0;
    for (int i = 0; i < 1_000; i++) {
      last = before.next();
    }

    assertTrue(after.next() > last);
  }

  @Test
  void nothingButAMicrosecondOfASecondIsTaken() {
    assertThrows(IllegalArgumentException.class, () -> revisions.enter(7, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> revisions.enter(7, 1_000_000, 0));
    revisions.enter(7, 999_999, 0);
  }

  @Test
  void theSmallestEpochIsReadyAndAsksInTimeHoweverLateInItsSecondItWasClaimed() {
    for (int holdersMax : new int[] {1, 4, Limits.HOLDERS_PER_KEY_MAX}) {
      int least = Limits.leastTokensFor(holdersMax);
      RevisionSequence smallest = new RevisionSequence(least, least / 4);
      smallest.enter(7, 999_999, 0);
      assertTrue(smallest.ready());
      assertFalse(smallest.runsLow(), "nothing is used yet");

      while (!smallest.runsLow()) {
        smallest.next();
      }

      int left = 0;
      for (; smallest.ready(); left++) {
        smallest.next();
      }
      assertTrue(left >= least / 8, "left when the next epoch is asked for: " + left);
    }
  }

  @Test
  void aFormerNumberOfTheSameEpochIsRefusedHoweverLateInTheSecond() {
    assertThrows(IllegalStateException.class, () -> revisions.enter(7, 999_999, (7L << 22) + 1));
  }

  private long take(int count) {
    long last = revisions.last();
    for (int i = 0; i < count; i++) {
      long next = revisions.next();
      assertTrue(next > last);
      last = next;
    }
    return last;
  }
}

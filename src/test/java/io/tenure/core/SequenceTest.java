package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SequenceTest {

  private static final int PER_EPOCH = 100;
  private static final int RESERVE = 10;

  private final Sequence sequence = new Sequence(PER_EPOCH, RESERVE);

  @Test
  void isNotReadyBeforeItsFirstEpoch() {
    assertFalse(sequence.ready());
    assertThrows(IllegalStateException.class, sequence::next);
  }

  @Test
  void numbersAreTheEpochAndThenTheSequence() {
    sequence.enter(7, 0, 0);

    assertEquals((7L << 22) + 1, sequence.next());
    assertEquals((7L << 22) + 2, sequence.next());
    assertEquals((7L << 22) + 2, sequence.last());
  }

  @Test
  void aLaterEpochIsAlwaysAhead() {
    sequence.enter(7, 0, 0);
    long last = take(60);
    sequence.enter(8, 0, 0);

    assertTrue(sequence.next() > last);
  }

  @Test
  void anEpochThatIsNotLaterIsRefused() {
    sequence.enter(7, 0, 0);

    assertThrows(IllegalStateException.class, () -> sequence.enter(7, 0, 0));
    sequence.next();
    assertThrows(IllegalStateException.class, () -> sequence.enter(7, 0, 0));
    assertThrows(IllegalStateException.class, () -> sequence.enter(6, 0, 0));
  }

  @Test
  void epochsMayBeSkipped() {
    sequence.enter(7, 0, 0);
    sequence.enter(1L << 30, 0, 0);

    assertEquals((1L << 52) + 1, sequence.next());
  }

  @Test
  void asksForTheNextEpochOnceWhenHalfOfWhatDecisionsMayUseIsUsed() {
    sequence.enter(7, 0, 0);
    take((PER_EPOCH - RESERVE) / 2 - 1);
    assertFalse(sequence.runsLow());

    take(1);
    assertTrue(sequence.runsLow());
    take(1);
    assertFalse(sequence.runsLow());
  }

  @Test
  void asksAgainInTheNextEpoch() {
    sequence.enter(7, 0, 0);
    take(PER_EPOCH / 2);
    assertTrue(sequence.runsLow());
    sequence.enter(8, 0, 0);
    assertFalse(sequence.runsLow());
    take(PER_EPOCH / 2);

    assertTrue(sequence.runsLow());
  }

  @Test
  void staysReadyWhileOneMoreDecisionHasItsNumbers() {
    sequence.enter(7, 0, 0);
    while (sequence.ready()) {
      take(1);
    }

    take(RESERVE - 1);
    assertThrows(IllegalStateException.class, sequence::next);
    assertEquals((7L << 22) + PER_EPOCH - 1, sequence.last());
  }

  @Test
  void theLastNumberOfAnEpochIsBelowTheNextEpoch() {
    Sequence whole = new Sequence(Limits.TOKENS_PER_EPOCH, RESERVE);
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
    sequence.enter(7, 500_000, 0);

    assertEquals((7L << 22) + PER_EPOCH / 4 + 1, sequence.next());
  }

  @Test
  void twoClaimsOfOneSecondShareNoNumberUnlessTheFirstUsesTwoMillionsInASecond() {
    Sequence before = new Sequence(Limits.TOKENS_PER_EPOCH, RESERVE);
    Sequence after = new Sequence(Limits.TOKENS_PER_EPOCH, RESERVE);
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
    assertThrows(IllegalArgumentException.class, () -> sequence.enter(7, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> sequence.enter(7, 1_000_000, 0));
    sequence.enter(7, 999_999, 0);
  }

  @Test
  void theSmallestEpochIsReadyAndAsksInTimeHoweverLateInItsSecondItWasClaimed() {
    for (int holdersMax : new int[] {1, 4, Limits.HOLDERS_PER_KEY_MAX}) {
      int least = Limits.leastTokensFor(holdersMax);
      Sequence smallest = new Sequence(least, least / 4);
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
    assertThrows(IllegalStateException.class, () -> sequence.enter(7, 999_999, (7L << 22) + 1));
  }

  private long take(int count) {
    long last = sequence.last();
    for (int i = 0; i < count; i++) {
      long next = sequence.next();
      assertTrue(next > last);
      last = next;
    }
    return last;
  }
}

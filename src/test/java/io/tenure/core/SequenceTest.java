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
    sequence.enter(7);

    assertEquals((7L << 22) + 1, sequence.next());
    assertEquals((7L << 22) + 2, sequence.next());
    assertEquals((7L << 22) + 2, sequence.last());
  }

  @Test
  void aLaterEpochIsAlwaysAhead() {
    sequence.enter(7);
    long last = take(60);
    sequence.enter(8);

    assertTrue(sequence.next() > last);
  }

  @Test
  void anEpochThatIsNotLaterIsRefused() {
    sequence.enter(7);

    assertThrows(IllegalStateException.class, () -> sequence.enter(7));
    sequence.next();
    assertThrows(IllegalStateException.class, () -> sequence.enter(7));
    assertThrows(IllegalStateException.class, () -> sequence.enter(6));
  }

  @Test
  void epochsMayBeSkipped() {
    sequence.enter(7);
    sequence.enter(1L << 30);

    assertEquals((1L << 52) + 1, sequence.next());
  }

  @Test
  void asksForTheNextEpochOnceWhenHalfIsUsed() {
    sequence.enter(7);
    take(PER_EPOCH / 2 - 2);
    assertFalse(sequence.runsLow());

    take(1);
    assertTrue(sequence.runsLow());
    take(1);
    assertFalse(sequence.runsLow());
  }

  @Test
  void asksAgainInTheNextEpoch() {
    sequence.enter(7);
    take(PER_EPOCH / 2);
    assertTrue(sequence.runsLow());
    sequence.enter(8);
    assertFalse(sequence.runsLow());
    take(PER_EPOCH / 2);

    assertTrue(sequence.runsLow());
  }

  @Test
  void staysReadyWhileOneMoreDecisionHasItsNumbers() {
    sequence.enter(7);
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
    whole.enter(7);
    long last = 0;
    for (int i = 1; i < Limits.TOKENS_PER_EPOCH; i++) {
      last = whole.next();
    }

    assertThrows(IllegalStateException.class, whole::next);
    assertEquals((8L << 22) - 1, last);
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

package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.core.Handle;
import io.tenure.core.Renewal;
import io.tenure.core.Term;
import org.junit.jupiter.api.Test;

/** What a stream keeps, and that it keeps nothing when it is gone. */
final class KeepingTest {

  private static final int ANSWERS = 1_000;

  /** Over no shards: whatever is kept there would fail. */
  private final Keeping keeping = new Keeping(new Losses(null, null, null), null);

  private void answered(int number) {
    Renewal.Renewed renewed = new Renewal.Renewed(new Term(30_000, 30_000), number, false);
    keeping.renewed(new Handle(0, number, 1, number, number), renewed, null);
  }

  @Test
  void anAnswerThatComesBehindTheEndOfItsStreamKeepsNothing() {
    keeping.forgetAll();

    for (int at = 1; at <= ANSWERS; at++) {
      int number = at;
      assertDoesNotThrow(() -> answered(number));
    }
  }

  @Test
  void anAnswerBeforeItKeepsItsLease() {
    assertThrows(NullPointerException.class, () -> answered(1));
  }
}

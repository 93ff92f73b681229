package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.loadtest.speech.Held;
import io.tenure.loadtest.speech.Say;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  private static final int JOB = 1;
  private final Deadlines deadlines = new Deadlines(new Held(2), 600);

  @Test
  void aLeaseThatEndsBeforeItsAcknowledgedTimeIsEarly() {
    deadlines.answered(Say.ACQUIRE, JOB, true, 1_000);
    deadlines.answered(Say.RENEW, JOB, true, 1_200);

    assertEquals(-1, deadlines.lateNanos(JOB, 1_799));
    assertEquals(5, deadlines.lateNanos(JOB, 1_805));
  }

  @Test
  void whoRenewsAfterTheEndHasMovedNothingAndLosesByItsOwnFault() {
    deadlines.answered(Say.ACQUIRE, JOB, true, 1_000);
    deadlines.answered(Say.RENEW, JOB, false, 1_700);

    assertEquals(110, deadlines.lateNanos(JOB, 1_710));
  }
}

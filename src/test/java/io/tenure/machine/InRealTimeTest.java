package io.tenure.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class InRealTimeTest {

  private static int runs;

  @BeforeAll
  static void none() {
    runs = 0;
  }

  @InRealTime
  void aRunThatFailsOnAMachineThatStandsStillIsPlayedAgain() {
    runs++;
    if (runs == 1) {
      standStill();
      fail("in the first run");
    }
  }

  @AfterAll
  static void playedAgain() {
    assertEquals(2, runs);
  }

  @InRealTime
  void anotherFailureIsOneAtOnceAndTheThirdInAnyCase() {
    var brief = new RealTimeRuns.Run("brief", 1);
    brief.begin();
    var third = new RealTimeRuns.Run("third", 3);
    third.begin();
    standStill();

    assertThrows(AssertionError.class, () -> third.judge(new AssertionError()));
    assertThrows(Violated.class, () -> brief.judge(new Violated("two holders")));
    brief.begin();
    assertThrows(AssertionError.class, () -> brief.judge(new AssertionError()));
    assertNull(brief.next());
  }

  /** Looks like a standstill to the observing thread, which must wait for its notes. */
  private static void standStill() {
    synchronized (Standstill.GAPS) {
      long until = System.nanoTime() + 2 * Standstill.MOST_NANOS;
      while (System.nanoTime() - until < 0) {
        LockSupport.parkNanos(Standstill.MOST_NANOS);
      }
    }
  }
}

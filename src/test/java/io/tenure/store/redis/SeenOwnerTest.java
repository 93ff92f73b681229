package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SeenOwnerTest {

  private static final long PERIOD = 3_000;
  private static final long MILLI = 1_000_000;
  private static final String ONE = "1/a";
  private static final String ANOTHER = "1/b";

  private final SeenOwner seen = new SeenOwner();

  @Test
  void anOwnerIsOverdueWhenNothingWasHeardOfItForItsTermAndATenth() {
    look("7", ONE, 0, 3_000);

    assertNull(seen.overdue(3_299 * MILLI));
    assertNotNull(seen.overdue(3_300 * MILLI));
  }

  @Test
  void aStandbyThatHasNotLookedForHalfAPeriodWaitsAnew() {
    look("7", ONE, 0, 1_800);
    assertNotNull(seen.overdue(3_300 * MILLI));

    assertNull(seen.overdue(3_301 * MILLI));
    look("7", ONE, 3_301, 6_301);

    assertNull(seen.overdue(6_600 * MILLI));
    assertNotNull(seen.overdue(6_601 * MILLI));
  }

  @Test
  void aReadingIsOfOneRedisOnly() {
    look("7", ONE, 0, 3_000);
    assertEquals(3_300, seen.heard(reading("7", ANOTHER, 3_300 * MILLI)));
    look("7", ANOTHER, 3_300, 6_300);

    assertNull(seen.overdue(6_599 * MILLI));
    assertNotNull(seen.overdue(6_600 * MILLI));
  }

  @Test
  void theWaitForAForgottenOwnerIsAsLongAsTheLongestOwnershipPeriodThatIsKnown() {
    seen.heardOfOwnership(10_000);
    lookAtMark("s1/1", 0, 3_000);
    assertNotNull(seen.overdue(3_300 * MILLI));

    lookAtMark("s1/1", 4_000, 10_000);
    assertEquals(SeenOwner.NO_MARK, seen.awaitedMark(PERIOD, 10_999 * MILLI));
    assertEquals("s1/1", seen.awaitedMark(PERIOD, 11_000 * MILLI));
  }

  @Test
  void aReadingIsOfOneMarkOnly() {
    lookAtMark("s1/1", 0, 3_000);
    assertNotNull(seen.overdue(3_300 * MILLI));

    lookAtMark("s2/1", 3_300, 6_300);

    assertNull(seen.overdue(6_599 * MILLI));
  }

  /** Looks again and again, so that no look is half a period after the last one. */
  private void look(String beat, String identity, long fromMillis, long untilMillis) {
    for (long now = fromMillis; now <= untilMillis; now += 100) {
      seen.heard(reading(beat, identity, now * MILLI));
    }
  }

  private void lookAtMark(String mark, long fromMillis, long untilMillis) {
    for (long now = fromMillis; now <= untilMillis; now += 100) {
      seen.heard(marked(mark, now * MILLI));
    }
  }

  private static SeenOwner.Reading reading(String beat, String identity, long nanos) {
    return new SeenOwner.Reading("5", beat, "", PERIOD, identity, nanos);
  }

  private static SeenOwner.Reading marked(String mark, long nanos) {
    return new SeenOwner.Reading("0", "0", mark, PERIOD, ONE, nanos);
  }
}

package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class ShardStoreStateTest {

  private static final long TERM = 3_000;
  private static final long MILLI = 1_000_000;
  private static final String ONE = "1/a";
  private static final String ANOTHER = "1/b";

  private final ShardStoreState state = new ShardStoreState();

  @Test
  void anOwnerIsOverdueWhenNothingWasHeardOfItForItsTermAndATenth() {
    state.heard(reading("7", ONE, 0));

    assertNull(state.overdue(3_299 * MILLI));
    assertNotNull(state.overdue(3_300 * MILLI));
  }

  @Test
  void aReadingIsOfOneRedisOnly() {
    state.heard(reading("7", ONE, 0));
    assertEquals(3_300, state.heard(reading("7", ANOTHER, 3_300 * MILLI)));

    assertNull(state.overdue(6_599 * MILLI));
    assertNotNull(state.overdue(6_600 * MILLI));
  }

  @Test
  void theWaitForAForgottenOwnerIsAsLongAsTheLongestOwnershipPeriodThatIsKnown() {
    state.heardOfOwnership(10_000);
    state.heard(marked("s1/1", 0));

    assertNotNull(state.overdue(3_300 * MILLI));
    assertEquals(ShardStoreState.NO_MARK, state.awaitedMark(TERM, 10_999 * MILLI));
    assertEquals("s1/1", state.awaitedMark(TERM, 11_000 * MILLI));
  }

  @Test
  void aReadingIsOfOneMarkOnly() {
    state.heard(marked("s1/1", 0));
    state.heard(marked("s1/1", 3_200 * MILLI));
    assertNotNull(state.overdue(3_300 * MILLI));

    state.heard(marked("s2/1", 3_300 * MILLI));

    assertNull(state.overdue(6_599 * MILLI));
  }

  @Test
  void whatRedisHasLostMustStandAnewBeforeItIsNoted() {
    state.claimed(1, TERM, 60_000, 60_000, 0);
    assertEquals(60_000, state.stoodMillis(60_000, 0));

    state.advanced(2, TERM, 60_000, 10_000 * MILLI);
    state.lostPromises();

    assertEquals(0, state.youngMillis(60_000, 10_000 * MILLI), "it was given before");
    assertEquals(0, state.stoodMillis(60_000, 13_299 * MILLI));
    assertEquals(60_000, state.stoodMillis(60_000, 13_300 * MILLI));
  }

  private static ShardStoreState.Reading reading(String beat, String identity, long nanos) {
    return new ShardStoreState.Reading("5", beat, "", TERM, identity, nanos);
  }

  private static ShardStoreState.Reading marked(String mark, long nanos) {
    return new ShardStoreState.Reading("0", "0", mark, TERM, ONE, nanos);
  }
}

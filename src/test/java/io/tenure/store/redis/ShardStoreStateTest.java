package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
  void anOwnerMayLiveForItsTermAndATenth() {
    state.heard(reading("7", ONE, 0));

    assertTrue(state.ownerMayLive(false, 3_299 * MILLI));
    assertFalse(state.ownerMayLive(true, 3_300 * MILLI));
  }

  @Test
  void anOwnerThatWasNeverHeardOfMayLiveForAsLong() {
    assertTrue(state.ownerMayLive(true, 0));
    assertFalse(state.ownerMayLive(false, 0));
    state.heardOfNoOwner(reading("0", ONE, 0));
    state.heardOfNoOwner(reading("0", ONE, 1_000 * MILLI));
    assertTrue(state.ownerMayLive(true, 3_299 * MILLI));
    assertFalse(state.ownerMayLive(true, 3_300 * MILLI));
  }

  @Test
  void aShardWithoutAnOwnerIsLookedAtOnOneRedisOnly() {
    state.heardOfNoOwner(reading("0", ONE, 0));
    state.heardOfNoOwner(reading("0", ANOTHER, 3_000 * MILLI));

    assertTrue(state.ownerMayLive(true, 6_299 * MILLI));
  }

  @Test
  void anOwnerThatWasHeardOfIsNotForgottenForAShardWithoutOne() {
    state.heard(reading("7", ONE, 0));
    state.heardOfNoOwner(reading("0", ONE, 3_000 * MILLI));

    assertFalse(state.ownerMayLive(true, 3_300 * MILLI));
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
    return new ShardStoreState.Reading("5", beat, TERM, identity, nanos);
  }
}

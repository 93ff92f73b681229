package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShardMemoryTest {

  private static final long TERM = 3_000;
  private static final long MILLI = 1_000_000;
  private static final String ONE = "1/a";
  private static final String ANOTHER = "1/b";

  private final ShardMemory memory = new ShardMemory();

  @Test
  void anOwnerIsOverdueWhenNothingWasHeardOfItForItsTermAndATenth() {
    memory.heard(reading("7", ONE, 0));

    assertNull(memory.overdue(3_299 * MILLI));
    assertNotNull(memory.overdue(3_300 * MILLI));
  }

  @Test
  void aReadingIsOfOneRedisOnly() {
    memory.heard(reading("7", ONE, 0));
    assertEquals(3_300, memory.heard(reading("7", ANOTHER, 3_300 * MILLI)));

    assertNull(memory.overdue(6_599 * MILLI));
    assertNotNull(memory.overdue(6_600 * MILLI));
  }

  @Test
  void anOwnerMayLiveForItsTermAndATenth() {
    memory.heard(reading("7", ONE, 0));

    assertTrue(memory.ownerMayLive(3_299 * MILLI));
  }

  private static ShardMemory.Reading reading(String beat, String identity, long nanos) {
    return new ShardMemory.Reading("5", beat, TERM, identity, nanos);
  }
}

package io.tenure.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ShardMemoryTest {

  private static final long TERM = 3_000;
  private static final long MILLI = 1_000_000;

  private final ShardMemory memory = new ShardMemory();

  @Test
  void anOwnerIsOverdueWhenNothingWasHeardOfItForItsTermAndATenth() {
    memory.heard(reading("7", 1, 0));

    assertNull(memory.overdue(1, 3_299 * MILLI));
    assertNotNull(memory.overdue(1, 3_300 * MILLI));
  }

  @Test
  void aReadingCountsOnOneConnectionOnly() {
    memory.heard(reading("7", 1, 0));
    assertNull(memory.overdue(2, 3_300 * MILLI), "another Redis may answer there");
    assertEquals(3_300, memory.heard(reading("7", 2, 3_300 * MILLI)));

    assertNull(memory.overdue(2, 6_599 * MILLI));
    assertNotNull(memory.overdue(2, 6_600 * MILLI));
  }

  @Test
  void anOwnerMayLiveWhateverTheConnection() {
    memory.heard(reading("7", 1, 0));

    assertTrue(memory.ownerMayLive(3_299 * MILLI));
  }

  private static ShardMemory.Reading reading(String beat, long connection, long nanos) {
    return new ShardMemory.Reading("5", beat, TERM, connection, nanos);
  }
}

package io.tenure.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class IndexTest {

  private final Arena arena = new Arena();
  private final IntColumn textOf = new IntColumn();
  private final Index index = new Index(arena, new SipHash(1, 2), textOf::get);

  @Test
  void findsNothingWhenEmpty() {
    assertEquals(Index.NONE, index.find(bytes("jobs/nightly")));
  }

  @Test
  void findsWhatWasAdded() {
    add(0, "jobs/nightly");
    add(7, "jobs/daily");

    assertEquals(0, index.find(bytes("jobs/nightly")));
    assertEquals(7, index.find(bytes("jobs/daily")));
    assertEquals(Index.NONE, index.find(bytes("jobs")));
  }

  @Test
  void findsNoMoreWhatWasRemoved() {
    add(0, "jobs/nightly");
    add(7, "jobs/daily");
    index.remove(0);

    assertEquals(Index.NONE, index.find(bytes("jobs/nightly")));
    assertEquals(7, index.find(bytes("jobs/daily")));
  }

  @Test
  void removingWhatIsNotThereIsNoticed() {
    add(0, "jobs/nightly");
    textOf.set(7, arena.put(bytes("jobs/daily")));

    assertThrows(IllegalStateException.class, () -> index.remove(7));
  }

  @Test
  void theLargestEntryFits() {
    int largest = (1 << Index.SLOT_BITS) - 1;
    add(largest, "jobs/nightly");

    assertEquals(largest, index.find(bytes("jobs/nightly")));
    index.remove(largest);
    assertEquals(Index.NONE, index.find(bytes("jobs/nightly")));
  }

  @Test
  void growsByManySplitsAndLosesNothing() {
    int count = 200_000;
    for (int entry = 0; entry < count; entry++) {
      add(entry, "key-" + entry);
    }

    for (int entry = 0; entry < count; entry++) {
      assertEquals(entry, index.find(bytes("key-" + entry)));
    }
    assertEquals(Index.NONE, index.find(bytes("key-" + count)));
  }

  private void add(int entry, String text) {
    textOf.set(entry, arena.put(bytes(text)));
    index.add(entry);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

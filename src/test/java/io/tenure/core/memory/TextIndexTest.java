package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextIndexTest {

  private final Arena arena = new Arena();
  private final IntColumn textOf = new IntColumn();
  private final TextIndex index = new TextIndex(arena, new SipHash(1, 2), textOf::get);

  @Test
  void findsNothingWhenEmpty() {
    assertEquals(TextIndex.NONE, index.find(bytes("jobs/nightly")));
  }

  @Test
  void findsWhatWasAdded() {
    add(0, "jobs/nightly");
    add(7, "jobs/daily");

    assertEquals(0, index.find(bytes("jobs/nightly")));
    assertEquals(7, index.find(bytes("jobs/daily")));
    assertEquals(TextIndex.NONE, index.find(bytes("jobs")));
  }

  @Test
  void findsNoMoreWhatWasRemoved() {
    add(0, "jobs/nightly");
    add(7, "jobs/daily");
    index.remove(0);

    assertEquals(TextIndex.NONE, index.find(bytes("jobs/nightly")));
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
    int largest = (1 << TextIndex.ENTRY_BITS) - 1;
    add(largest, "jobs/nightly");

    assertEquals(largest, index.find(bytes("jobs/nightly")));
    index.remove(largest);
    assertEquals(TextIndex.NONE, index.find(bytes("jobs/nightly")));
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
    assertEquals(TextIndex.NONE, index.find(bytes("key-" + count)));
  }

  private void add(int entry, String text) {
    textOf.set(entry, arena.put(bytes(text)));
    index.add(entry);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

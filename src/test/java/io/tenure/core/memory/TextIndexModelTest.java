package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.core.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Compares the index with a HashMap after every step, while it grows, shrinks and grows again. */
class TextIndexModelTest {

  private static final int STEPS = 30_000;
  private static final int NAMES = 40_000;

  private final Arena arena = new Arena();
  private final IntColumn textOf = new IntColumn();
  private final Map<String, Integer> naive = new HashMap<>();
  private final List<String> present = new ArrayList<>();
  private final List<Integer> freeEntries = new ArrayList<>();
  private int entries;

  @Test
  void agreesWithAHashMap() {
    Seeded.run(getClass(), 30, random -> new TextIndexModelTest().run(random));
  }

  private void run(SplittableRandom random) {
    SipHash hash = new SipHash(random.nextLong(), random.nextLong());
    TextIndex index = new TextIndex(arena, hash, textOf::get);
    for (int step = 0; step < STEPS; step++) {
      boolean growing = step / (STEPS / 5) % 2 == 0;
      String name = "key-" + random.nextInt(NAMES);
      if (random.nextInt(100) < (growing ? 85 : 15)) {
        if (!naive.containsKey(name)) {
          add(index, name);
        }
      } else if (!present.isEmpty()) {
        remove(index, takeAny(random));
      }
      assertEquals(naive.getOrDefault(name, TextIndex.NONE), index.find(bytes(name)), name);
    }
    for (int i = 0; i < NAMES; i++) {
      String name = "key-" + i;
      assertEquals(naive.getOrDefault(name, TextIndex.NONE), index.find(bytes(name)), name);
    }
  }

  private void add(TextIndex index, String name) {
    int entry = freeEntries.isEmpty() ? entries++ : freeEntries.remove(freeEntries.size() - 1);
    textOf.set(entry, arena.put(bytes(name)));
    index.add(entry);
    naive.put(name, entry);
    present.add(name);
  }

  private void remove(TextIndex index, String name) {
    int entry = Objects.requireNonNull(naive.remove(name));
    index.remove(entry);
    arena.free(textOf.get(entry));
    freeEntries.add(entry);
    assertEquals(TextIndex.NONE, index.find(bytes(name)));
  }

  private String takeAny(SplittableRandom random) {
    int at = random.nextInt(present.size());
    String taken = present.get(at);
    String last = present.remove(present.size() - 1);
    if (at < present.size()) {
      present.set(at, last);
    }
    return taken;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

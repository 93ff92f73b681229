package io.tenure.core.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Limits;
import io.tenure.core.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ArenaTest {

  private final Arena arena = new Arena();

  @Test
  void givesBackWhatWasPut() {
    int place = arena.put(bytes("jobs/nightly"));

    assertArrayEquals(bytes("jobs/nightly"), arena.get(place));
    assertNotEquals(0, place);
  }

  @Test
  void comparesWithoutTakingOut() {
    int place = arena.put(bytes("jobs/nightly"));

    assertTrue(arena.holds(place, bytes("jobs/nightly")));
    assertFalse(arena.holds(place, bytes("jobs/nightlx")));
    assertFalse(arena.holds(place, bytes("jobs/night")));
    assertFalse(arena.holds(place, bytes("jobs/nightly/2")));
    assertTrue(arena.startsWith(place, bytes("")));
    assertTrue(arena.startsWith(place, bytes("jobs/")));
    assertTrue(arena.startsWith(place, bytes("jobs/nightly")));
    assertFalse(arena.startsWith(place, bytes("jobs/nightly/2")));
    assertFalse(arena.startsWith(place, bytes("jibs")));
  }

  @Test
  void everyLengthFits() {
    Map<Integer, byte[]> kept = new HashMap<>();
    for (int length = 1; length <= Limits.KEY_BYTES_MAX; length++) {
      byte[] text = new byte[length];
      Arrays.fill(text, (byte) length);
      kept.put(arena.put(text), text);
    }

    assertEquals(Limits.KEY_BYTES_MAX, kept.size());
    kept.forEach((place, text) -> assertArrayEquals(text, arena.get(place)));
  }

  @Test
  void aFreedPlaceIsUsedAgainByATextOfItsSize() {
    int place = arena.put(bytes("twelve bytes"));
    arena.put(bytes("another one here"));
    arena.free(place);

    assertNotEquals(place, arena.put(bytes("a good deal longer than that")));
    assertEquals(place, arena.put(bytes("12 and 2 pad")));
    assertArrayEquals(bytes("12 and 2 pad"), arena.get(place));
  }

  @Test
  void aTextEndsWhereItEnds() {
    int place = arena.put(bytes("ab"));
    arena.put(bytes("cd"));

    assertFalse(arena.startsWith(place, new byte[] {'a', 'b', 2, 0, 'c'}));
  }

  @Test
  void allFreedPlacesAreUsedAgain() {
    Set<Integer> places = new HashSet<>();
    for (int i = 0; i < 1_000; i++) {
      places.add(arena.put(bytes("key-%08d".formatted(i))));
    }
    places.forEach(arena::free);
    for (int i = 0; i < 1_000; i++) {
      assertTrue(places.remove(arena.put(bytes("yek-%08d".formatted(i)))));
    }
  }

  @Test
  void hashesATextAsIfItStoodAlone() {
    SipHash hash = new SipHash(1, 2);
    arena.put(bytes("before"));
    int place = arena.put(bytes("jobs/nightly"));

    assertEquals(hash.of(bytes("jobs/nightly"), 0, 12), arena.hash(hash, place));
  }

  @Test
  void churnOfOneSizeNeedsNoMoreRoom() {
    Set<Integer> places = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      int place = arena.put(bytes("key-%08d".formatted(i)));
      places.add(place);
      arena.free(place);
    }

    assertEquals(1, places.size());
  }

  @Test
  void textsNeverOverlap() {
    Seeded.run(
        getClass(),
        30,
        random -> {
          Arena busy = new Arena();
          Map<Integer, byte[]> kept = new HashMap<>();
          List<Integer> places = new ArrayList<>();
          for (int step = 0; step < 20_000; step++) {
            if (places.isEmpty() || random.nextInt(100) < 60) {
              byte[] text = text(random);
              int place = busy.put(text);
              assertEquals(null, kept.put(place, text), "a place was given twice");
              places.add(place);
            } else {
              int last = places.size() - 1;
              int at = random.nextInt(places.size());
              int place = places.set(at, places.get(last));
              places.remove(last);
              assertArrayEquals(kept.remove(place), busy.get(place));
              busy.free(place);
            }
          }
          kept.forEach((place, text) -> assertArrayEquals(text, busy.get(place)));
        });
  }

  @Test
  void aPageWithoutTextsTakesTextsOfAnySize() {
    Arena small = new Arena(3);
    for (int length = 20; length <= 300; length += 70) {
      List<Integer> places = new ArrayList<>();
      byte[] text = new byte[length];
      Arrays.fill(text, (byte) length);
      while (small.hasRoom(new int[] {length})) {
        places.add(small.put(text));
      }
      int bytes = places.size() * length;
      assertTrue(bytes > 3 * (1 << 16) * 9 / 10, "took " + bytes + " bytes of " + length);
      places.forEach(place -> assertArrayEquals(text, small.get(place)));
      places.forEach(small::free);
    }
  }

  @Test
  void whatFitsTogetherNeedsNoPageBeyondTheLimit() {
    Seeded.run(
        getClass(),
        30,
        random -> {
          Arena small = new Arena(2);
          Map<Integer, byte[]> kept = new HashMap<>();
          for (int step = 0; step < 6_000; step++) {
            byte[][] texts = {text(random), text(random), new byte[23], new byte[23]};
            int[] lengths = Arrays.stream(texts).mapToInt(text -> text.length).toArray();
            boolean room = small.hasRoom(lengths);
            if (room) {
              for (byte[] text : texts) {
                int place = small.put(text);
                assertTrue(place >>> 16 < 2, "a page beyond the limit");
                assertEquals(null, kept.put(place, text), "a place was given twice");
              }
            }
            int frees = kept.isEmpty() || room ? 0 : random.nextInt(kept.size());
            for (int place : kept.keySet().stream().limit(frees).toList()) {
              assertArrayEquals(kept.remove(place), small.get(place));
              small.free(place);
            }
          }
        });
  }

  private static byte[] text(SplittableRandom random) {
    int length = random.nextInt(10) == 0 ? random.nextInt(512) + 1 : random.nextInt(48) + 1;
    byte[] text = new byte[length];
    random.nextBytes(text);
    return text;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

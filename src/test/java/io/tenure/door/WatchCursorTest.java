package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.InvalidFieldException;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class WatchCursorTest {

  private static final int RUNS = 5_000;

  private final long seed = Long.getLong("fuzz.seed", System.nanoTime());
  private final Random random = new Random(seed);

  private static String text(int shards, SortedMap<Integer, Long> revisions) {
    long[] all = new long[shards];
    for (int shard = 0; shard < shards; shard++) {
      all[shard] = revisions.getOrDefault(shard, WatchCursor.UNTOLD);
    }
    return WatchCursor.text(shards, 0, all);
  }

  @Test
  void whatIsSpelledIsReadAgainWhateverShardsItNames() {
    for (int run = 0; run < RUNS; run++) {
      int shards = 1 + random.nextInt(200);
      SortedMap<Integer, Long> revisions = new TreeMap<>();
      for (int shard = 0; shard < shards; shard++) {
        if (random.nextBoolean()) {
          revisions.put(shard, random.nextLong() >>> 1 + random.nextInt(62));
        }
      }
      String text = text(shards, revisions);
      assertEquals(revisions, WatchCursor.parse(text, shards), "-Dfuzz.seed=" + seed);
    }
  }

  @Test
  void whoeverWatchesOneShardIsToldOfThatAlone() {
    String text = WatchCursor.text(64, 5, new long[] {7});

    assertEquals(Map.of(5, 7L), WatchCursor.parse(text, 64));
  }

  @Test
  void ofAnotherNumberOfShardsNothingIsKnown() {
    SortedMap<Integer, Long> revisions = new TreeMap<>();
    revisions.put(3, 7L);
    String text = text(8, revisions);

    assertTrue(WatchCursor.parse(text, 4).isEmpty());
    assertTrue(WatchCursor.parse(text, 16).isEmpty());
  }

  @Test
  void nonsenseIsRefusedByName() {
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
      try {
        WatchCursor.parse(text, 8).forEach((shard, revision) -> assertTrue(revision >= 0));
      } catch (InvalidFieldException named) {
        assertEquals("from", named.field(), "-Dfuzz.seed=" + seed);
      }
    }
    assertThrows(InvalidFieldException.class, () -> WatchCursor.parse("*", 8));
  }

  @Test
  void sixtyFourShardsFitIntoAHeaderOfAnEvent() {
    SortedMap<Integer, Long> revisions = new TreeMap<>();
    for (int shard = 0; shard < 64; shard++) {
      revisions.put(shard, (217_000_000L << 22) + random.nextInt(1 << 22));
    }

    assertTrue(text(64, revisions).length() < 450);
  }
}

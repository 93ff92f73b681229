package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.GuestShard;
import io.tenure.core.Tenure;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordTest {

  private final RecordWriter writer = new RecordWriter();
  private final RecordReader reader = new RecordReader();

  @Test
  void whatIsWrittenIsReadBackWhateverIsInIt() {
    long seed = System.nanoTime();
    RandomChanges random = new RandomChanges(seed, 1, 1);
    for (int round = 0; round < 20_000; round++) {
      Tenure tenure = random.tenure(round, 1L << 52 | round);
      byte[] record = writer.tenure(tenure);
      reader.read(record);

      assertEquals(tenure, reader.tenure(), "seed " + seed + ", round " + round);
      assertTrue(
          new String(record, StandardCharsets.ISO_8859_1).chars().allMatch(c -> c >= 32 && c < 127),
          "seed " + seed + ", round " + round);
    }
  }

  @Test
  void everyOtherKindOfRecordIsReadBack() {
    var revalue = new Change.Revalue(3, 9, Value.of(new byte[] {0, -1, ' ', '%', '\n'}), null);
    reader.read(writer.revalue(revalue));
    assertEquals(revalue, reader.revalue());
    var none = new Change.Revalue(3, 9, null, null);
    reader.read(writer.revalue(none));
    assertEquals(none, reader.revalue());
    var doom = new Change.EndAfterGrace(3, 9, 1_000, "it's  broken, 100%", null);
    reader.read(writer.endAfterGrace(doom));
    assertEquals(doom, reader.endAfterGrace());
    for (int count = 0; count < 3; count++) {
      var two = List.of(new GuestShard(7, 0), new GuestShard(4_095, (1L << 53) - 1));
      var enrol = new Change.Enrol(3, 9, two.subList(0, count));
      reader.read(writer.enrol(enrol));
      assertEquals(enrol, reader.enrol());
    }
    var end = new Change.End(3, 9, EndReason.TRANSFERRED, null, true);
    reader.read(writer.end(end));
    assertEquals(end, reader.end());
    var bar = new Change.BeginLockDelay(Key.of("ключ \0"), 77);
    reader.read(writer.lockDelay(bar));
    assertEquals(bar, reader.lockDelay());
    var fence = new Change.RaiseFence("a fence", Long.MAX_VALUE);
    reader.read(writer.fence(fence));
    assertEquals(fence, reader.fence());
  }

  @Test
  void anEmptyValueIsNotNone() {
    var empty = new Change.Revalue(3, 9, Value.of(""), null);
    reader.read(writer.revalue(empty));

    assertEquals(empty, reader.revalue());
  }

  @Test
  void aRecordThatALaterVersionAddedToIsStillRead() {
    reader.read(bytes("1 end slot=5 flavour=sweet%20 token=8 how=broken new"));

    assertEquals(new Change.End(5, 8, EndReason.BROKEN, null, true), reader.end());
  }

  @Test
  void aRecordOfGuestsReadsAsOneWithoutIdsToAServerThatKnowsNoGuests() {
    var enrol = new Change.Enrol(3, 9, List.of(new GuestShard(7, 8)));
    String record = new String(writer.enrol(enrol), StandardCharsets.US_ASCII);
    assertEquals("1 ids slot=3 token=9 guests=7:8", record);

    reader.read(bytes(record.replace(" guests=", " unknown=")));

    assertEquals(RecordFields.IDS, reader.kind());
    assertEquals(List.of(), reader.ids());
    assertNull(reader.enrol());
  }

  @Test
  void aRecordOfALaterVersionIsNotGuessedAt() {
    RedisUnavailableException trouble =
        assertThrows(RedisUnavailableException.class, () -> reader.read(bytes("2 end slot=5")));

    assertTrue(trouble.toString().contains("later"), trouble.getMessage());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

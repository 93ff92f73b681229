package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureImage;
import io.tenure.store.StoreUnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordTest {

  private final RecordWriter writer = new RecordWriter();

  @Test
  void whatIsWrittenIsReadBackWhateverIsInIt() {
    long seed = System.nanoTime();
    RandomChanges random = new RandomChanges(seed, 1, 1);
    for (int round = 0; round < 20_000; round++) {
      TenureImage tenure = random.tenure(round, 1L << 52 | round);
      byte[] record = writer.tenure(tenure);

      assertEquals(
          tenure, JournalRecord.read(record).tenure(), "seed " + seed + ", round " + round);
      assertTrue(
          new String(record, StandardCharsets.ISO_8859_1).chars().allMatch(c -> c >= 32 && c < 127),
          "seed " + seed + ", round " + round);
    }
  }

  @Test
  void everyOtherKindOfRecordIsReadBack() {
    var revalue = new Change.Revalue(3, 9, Value.of(new byte[] {0, -1, ' ', '%', '\n'}), null);
    assertEquals(revalue, JournalRecord.read(writer.revalue(revalue)).revalue());
    var none = new Change.Revalue(3, 9, null, null);
    assertEquals(none, JournalRecord.read(writer.revalue(none)).revalue());
    var doom = new Change.EndAfterGrace(3, 9, 1_000, "it's  broken, 100%", null);
    assertEquals(doom, JournalRecord.read(writer.endAfterGrace(doom)).endAfterGrace());
    for (int count = 0; count < 3; count++) {
      var two = List.of(new SessionGuestShard(7, 0), new SessionGuestShard(4_095, (1L << 53) - 1));
      var enrol = new Change.Enrol(3, 9, two.subList(0, count));
      assertEquals(enrol, JournalRecord.read(writer.enrol(enrol)).enrol());
    }
    var end = new Change.End(3, 9, EndReason.TRANSFERRED, null, true);
    assertEquals(end, JournalRecord.read(writer.end(end)).end());
    var bar = new Change.BeginLockDelay(Key.of("ключ \0"), 77);
    assertEquals(bar, JournalRecord.read(writer.lockDelay(bar)).lockDelay());
    var fence = new Change.RaiseFence("a fence", Long.MAX_VALUE);
    assertEquals(fence, JournalRecord.read(writer.fence(fence)).fence());
  }

  @Test
  void anEmptyValueIsNotNone() {
    var empty = new Change.Revalue(3, 9, Value.of(""), null);
    assertEquals(empty, JournalRecord.read(writer.revalue(empty)).revalue());
  }

  @Test
  void aRecordThatALaterVersionAddedToIsStillRead() {
    JournalRecord read =
        JournalRecord.read(bytes("1 end slot=5 flavour=sweet%20 token=8 how=broken new"));

    assertEquals(new Change.End(5, 8, EndReason.BROKEN, null, true), read.end());
  }

  @Test
  void aRecordOfGuestsReadsAsOneWithoutIdsToAServerThatKnowsNoGuests() {
    var enrol = new Change.Enrol(3, 9, List.of(new SessionGuestShard(7, 8)));
    String record = new String(writer.enrol(enrol), StandardCharsets.US_ASCII);
    assertEquals("1 ids slot=3 token=9 guests=7:8", record);

    JournalRecord read = JournalRecord.read(bytes(record.replace(" guests=", " unknown=")));

    assertEquals(RecordFields.IDS, read.kind());
    assertEquals(List.of(), read.ids());
    assertNull(read.enrol());
  }

  @Test
  void aRecordOfALaterVersionIsNotGuessedAt() {
    StoreUnavailableException trouble =
        assertThrows(
            StoreUnavailableException.class, () -> JournalRecord.read(bytes("2 end slot=5")));

    assertTrue(trouble.toString().contains("later"), trouble.getMessage());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}

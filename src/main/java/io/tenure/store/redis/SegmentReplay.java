package io.tenure.store.redis;

import io.tenure.core.Change;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.StoredTenure;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** The records of one segment, put together again: each tenure with what was changed of it. */
final class SegmentReplay {

  private final StoredTenure[] tenures = new StoredTenure[ShardKeys.SEGMENT_ROWS];
  private final List<JournalRecord> extras = new ArrayList<>();

  /** Replays {@code records}, and marks in {@code found} the rows that have more than one. */
  static void replay(Response records, BitSet found, Consumer<Change> to) {
    SegmentReplay segment = new SegmentReplay();
    for (Response record : records) {
      segment.take(JournalRecord.read(record.toBytes()), found);
    }
    segment.extras.forEach(segment::apply);
    for (StoredTenure tenure : segment.tenures) {
      if (tenure != null) {
        tenure.replay(to);
      }
    }
  }

  /** Replays the lock-delays or fences among {@code fields}, each a name and then its record. */
  static void replay(Response fields, Consumer<Change> to) {
    for (int at = 1; at < fields.size(); at += 2) {
      JournalRecord record = JournalRecord.read(fields.get(at).toBytes());
      if (record.kind() == RecordFields.BAR) {
        to.accept(record.lockDelay());
      } else if (record.kind() == RecordFields.FENCE) {
        to.accept(record.fence());
      } else {
        throw unknownKind();
      }
    }
  }

  /** What was changed of a tenure may come before the tenure. */
  private void take(JournalRecord record, BitSet found) {
    if (record.isTenure()) {
      tenures[record.row() % ShardKeys.SEGMENT_ROWS] = new StoredTenure(record.tenure());
    } else if (record.isOfTenure()) {
      found.set(record.row());
      extras.add(record);
    } else {
      throw unknownKind();
    }
  }

  private void apply(JournalRecord extra) {
    StoredTenure tenure = tenures[extra.row() % ShardKeys.SEGMENT_ROWS];
    if (tenure == null || !tenure.is(extra.row(), extra.token())) {
      return; // What it says is of an earlier tenure of the row.
    }
    Change.Enrol enrol = extra.enrol();
    if (extra.kind() == RecordFields.VALUE) {
      tenure.revalue(extra.revalue());
    } else if (extra.kind() == RecordFields.DOOM) {
      tenure.endAfterGrace(extra.endAfterGrace());
    } else if (extra.kind() == RecordFields.END) {
      tenure.end(extra.end());
    } else if (enrol != null) {
      tenure.enrol(enrol);
    } else {
      tenure.requestIds(extra.ids());
    }
  }

  private static StoreUnavailableException unknownKind() {
    return new StoreUnavailableException(
        "the journal has a kind of record that this server does not know: run the version of"
            + " Tenure that wrote it, or a later one");
  }
}

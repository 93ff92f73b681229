package io.tenure.store.redis;

import io.tenure.core.Change;
import io.vertx.redis.client.Response;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The records of one segment, put together again: each tenure with what was changed of it. */
final class SegmentRecords {

  private record Ids(int row, long token, List<String> ids) {}

  private final StoredTenure[] tenures = new StoredTenure[ShardKeys.SEGMENT_ROWS];
  private final List<Change> extras = new ArrayList<>();
  private final List<Ids> ids = new ArrayList<>();

  /** Replays {@code records}, and marks in {@code found} the rows that have more than one. */
  static void replay(Response records, BitSet found, Consumer<Change> to) {
    SegmentRecords page = new SegmentRecords();
    RecordReader reader = new RecordReader();
    for (Response record : records) {
      reader.read(record.toBytes());
      page.take(reader, found);
    }
    page.applyExtras();
    for (StoredTenure tenure : page.tenures) {
      if (tenure != null) {
        tenure.replay(to);
      }
    }
  }

  /** Replays the bars or fences among {@code fields}, each a name and then its record. */
  static void replay(Response fields, Consumer<Change> to) {
    RecordReader reader = new RecordReader();
    for (int at = 1; at < fields.size(); at += 2) {
      reader.read(fields.get(at).toBytes());
      if (reader.kind() == RecordFields.BAR) {
        to.accept(reader.lockDelay());
      } else if (reader.kind() == RecordFields.FENCE) {
        to.accept(reader.fence());
      } else {
        throw unknownKind();
      }
    }
  }

  private void take(RecordReader reader, BitSet found) {
    long kind = reader.kind();
    if (kind == RecordFields.LEASE || kind == RecordFields.SESSION) {
      tenures[reader.row() % ShardKeys.SEGMENT_ROWS] = new StoredTenure(reader.tenure());
      return;
    }
    found.set(reader.row());
    if (kind == RecordFields.VALUE) {
      extras.add(reader.revalue());
    } else if (kind == RecordFields.DOOM) {
      extras.add(reader.endAfterGrace());
    } else if (kind == RecordFields.END) {
      extras.add(reader.end());
    } else if (kind == RecordFields.IDS && reader.enrol() != null) {
      extras.add(reader.enrol());
    } else if (kind == RecordFields.IDS) {
      ids.add(new Ids(reader.row(), reader.token(), reader.ids()));
    } else {
      throw unknownKind();
    }
  }

  private void applyExtras() {
    for (Ids each : ids) {
      StoredTenure tenure = find(each.row, each.token);
      if (tenure != null) {
        tenure.ids = each.ids;
      }
    }
    for (Change extra : extras) {
      if (extra instanceof Change.Revalue revalue) {
        StoredTenure tenure = find(revalue.row(), revalue.token());
        if (tenure != null) {
          tenure.revalue = revalue;
        }
      } else if (extra instanceof Change.EndAfterGrace doom) {
        StoredTenure tenure = find(doom.row(), doom.token());
        if (tenure != null) {
          tenure.doom = doom;
        }
      } else if (extra instanceof Change.Enrol enrol) {
        StoredTenure tenure = find(enrol.row(), enrol.token());
        if (tenure != null) {
          tenure.enrol = enrol;
        }
      } else if (extra instanceof Change.End end) {
        StoredTenure tenure = find(end.row(), end.token());
        if (tenure != null) {
          tenure.end = end;
        }
      }
    }
  }

  /** Null when the extra record is of an earlier tenure. */
  private @Nullable StoredTenure find(int row, long token) {
    StoredTenure tenure = tenures[row % ShardKeys.SEGMENT_ROWS];
    return tenure != null && tenure.token() == token ? tenure : null;
  }

  private static RedisUnavailableException unknownKind() {
    return new RedisUnavailableException(
        "the journal has a kind of record that this server does not know: run the version of"
            + " Tenure that wrote it, or a later one");
  }
}

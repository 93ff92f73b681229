package io.tenure.store.redis;

import io.tenure.api.Key;
import io.tenure.core.Change;
import io.tenure.core.TenureImage;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes as the script is to keep them: folded, so that of several that overwrite each other it
 * does only the last.
 */
final class ChangeBatch {

  private static final byte[] SET = ScriptRun.bytes("S");
  private static final byte[] DELETE = ScriptRun.bytes("D");
  private static final byte[] REMEMBER = ScriptRun.bytes("I");

  private final RecordWriter writer = new RecordWriter();
  private final Map<Integer, RowChange> rows = new HashMap<>();

  /** Null: the lock-delay ends. */
  private final Map<Key, byte @Nullable []> lockDelays = new LinkedHashMap<>();

  /** Null: the fence goes. */
  private final Map<String, byte @Nullable []> fences = new LinkedHashMap<>();

  private final Folding folding = new Folding();
  private long promisedMillis;

  ChangeBatch(List<Change> changes) {
    changes.forEach(this::fold);
  }

  /** The longest time that it promises; 0 when it promises none. */
  long promisedMillis() {
    return promisedMillis;
  }

  private void fold(Change change) {
    promisedMillis = Math.max(promisedMillis, change.promisedMillis());
    change.accept(folding);
  }

  /** What each change does to the records of its row. */
  private final class Folding implements Change.Visitor {

    @Override
    public void begin(Change.Begin begin) {
      TenureImage tenure = begin.tenure();
      row(tenure.row()).begin(tenure.token(), writer.tenure(tenure));
    }

    @Override
    public void revalue(Change.Revalue revalue) {
      RowChange row = extra(revalue.row(), revalue.token());
      if (row != null) {
        row.value = writer.revalue(revalue);
        row.remember(revalue.requestId());
      }
    }

    @Override
    public void endAfterGrace(Change.EndAfterGrace end) {
      RowChange row = extra(end.row(), end.token());
      if (row != null) {
        row.endAfterGrace = writer.endAfterGrace(end);
        row.remember(end.requestId());
      }
    }

    @Override
    public void enrol(Change.Enrol enrol) {
      RowChange row = extra(enrol.row(), enrol.token());
      if (row != null) {
        row.guests = writer.enrol(enrol);
      }
    }

    @Override
    public void end(Change.End end) {
      RowChange row = extra(end.row(), end.token());
      // mistake: forgotten-request
      if (row != null && end.remembered()) {
        row.end = writer.end(end);
        row.remember(end.requestId());
      } else if (row != null) {
        row.clear(end.token());
      }
    }

    @Override
    public void forget(Change.Forget forget) {
      RowChange row = extra(forget.row(), forget.token());
      if (row != null) {
        row.clear(forget.token());
      }
    }

    @Override
    public void beginLockDelay(Change.BeginLockDelay begin) {
      lockDelays.put(begin.key(), writer.lockDelay(begin));
    }

    @Override
    public void endLockDelay(Change.EndLockDelay end) {
      lockDelays.put(end.key(), null);
    }

    @Override
    public void raiseFence(Change.RaiseFence raise) {
      fences.put(raise.fence(), writer.fence(raise));
    }

    @Override
    public void dropFence(Change.DropFence drop) {
      fences.put(drop.fence(), null);
    }
  }

  private RowChange row(int row) {
    return rows.computeIfAbsent(row, RowChange::new);
  }

  /** Null when the batch itself has given the row to another tenure. */
  private @Nullable RowChange extra(int row, long token) {
    RowChange change = row(row);
    if (change.token == 0) {
      change.token = token;
    }
    return change.token == token ? change : null;
  }

  /**
   * The call that keeps it. {@code known}: the change number up to which everything is known to be
   * durable. {@code establishedMillis}: how much of what it promises has stood in Redis for long
   * enough. {@code extras}: the rows with more than one record, which is brought up to date, or
   * null when that is not known.
   */
  ScriptRun call(
      ShardKeys keys,
      String ownershipId,
      long first,
      long last,
      long known,
      long establishedMillis,
      @Nullable BitSet extras) {
    RowChange[] changed = rows.values().toArray(new RowChange[0]);
    Arrays.sort(changed, (one, other) -> Integer.compare(one.row, other.row));
    int segments =
        changed.length == 0 ? 0 : changed[changed.length - 1].row / ShardKeys.SEGMENT_ROWS + 1;
    ScriptRun call = new ScriptRun(Script.APPEND, keys.meta());
    call.arg(ownershipId).arg(first).arg(last).arg(promisedMillis).arg(segments).arg(known);
    call.arg(establishedMillis);
    for (int from = 0; from < changed.length; ) {
      int segment = changed[from].row / ShardKeys.SEGMENT_ROWS;
      int to = from + 1;
      while (to < changed.length && changed[to].row / ShardKeys.SEGMENT_ROWS == segment) {
        to++;
      }
      segment(
          call, call.key(keys.segment(segment)), Arrays.asList(changed).subList(from, to), extras);
      from = to;
    }
    lockDelays(call, keys);
    fences(call, keys);
    return call;
  }

  private void segment(ScriptRun call, int key, List<RowChange> changed, @Nullable BitSet extras) {
    BatchStepEncoder set = new BatchStepEncoder(call, SET, key);
    BatchStepEncoder delete = new BatchStepEncoder(call, DELETE, key);
    for (RowChange change : changed) {
      boolean mayHaveExtras = change.cleared && (extras == null || extras.get(change.row));
      record(set, delete, change.row, "", change.tenure, change.cleared);
      record(set, delete, change.row, ":value", change.value, mayHaveExtras);
      record(set, delete, change.row, ":doom", change.endAfterGrace, mayHaveExtras);
      record(set, delete, change.row, ":guests", change.guests, mayHaveExtras);
      record(set, delete, change.row, ":end", change.end, mayHaveExtras);
      if (mayHaveExtras) {
        delete.add(change.row + ":ids");
      }
      if (extras != null && (change.cleared || change.hasExtras())) {
        extras.set(change.row, change.hasExtras());
      }
      set.mayBeCut();
      delete.mayBeCut();
    }
    delete.end();
    set.end();
    for (RowChange change : changed) {
      if (change.ids != null) {
        ids(call, key, change.row, change.token, change.ids);
      }
    }
  }

  /** Spelled only when there is something to do: most rows have one record and no other. */
  private static void record(
      BatchStepEncoder set,
      BatchStepEncoder delete,
      int row,
      String which,
      byte @Nullable [] record,
      boolean mayBeThere) {
    if (record != null) {
      set.add(row + which).add(record);
    } else if (mayBeThere) {
      delete.add(row + which);
    }
  }

  private void ids(ScriptRun call, int key, int row, long token, List<String> ids) {
    BatchStepEncoder remember = new BatchStepEncoder(call, REMEMBER, key);
    remember.add(row + ":ids").add(writer.idsHead(row, token));
    ids.forEach(id -> remember.add(writer.id(id)));
    remember.end();
  }

  private void lockDelays(ScriptRun call, ShardKeys keys) {
    if (!lockDelays.isEmpty()) {
      texts(call, call.key(keys.lockDelays()), lockDelays);
    }
  }

  private void fences(ScriptRun call, ShardKeys keys) {
    if (!fences.isEmpty()) {
      texts(call, call.key(keys.fences()), fences);
    }
  }

  /** A record under a name of its own: set, or deleted where there is no record. */
  private static <T> void texts(ScriptRun call, int key, Map<T, byte @Nullable []> records) {
    BatchStepEncoder set = new BatchStepEncoder(call, SET, key);
    BatchStepEncoder delete = new BatchStepEncoder(call, DELETE, key);
    records.forEach(
        (name, record) -> {
          if (record == null) {
            delete.add(name.toString());
          } else {
            set.add(name.toString()).add(record);
          }
          set.mayBeCut();
          delete.mayBeCut();
        });
    delete.end();
    set.end();
  }
}

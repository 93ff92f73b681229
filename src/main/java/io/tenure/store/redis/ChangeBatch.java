package io.tenure.store.redis;

import io.tenure.api.Key;
import io.tenure.core.Change;
import io.tenure.core.Tenure;
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

  private static final byte[] SET = ScriptCall.bytes("S");
  private static final byte[] DELETE = ScriptCall.bytes("D");
  private static final byte[] REMEMBER = ScriptCall.bytes("I");

  private final RecordWriter writer = new RecordWriter();
  private final Map<Integer, RowChange> slots = new HashMap<>();

  /** Null: the bar goes. */
  private final Map<Key, byte @Nullable []> bars = new LinkedHashMap<>();

  /** Null: the fence goes. */
  private final Map<String, byte @Nullable []> fences = new LinkedHashMap<>();

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
    if (change instanceof Change.Begin begin) {
      Tenure tenure = begin.tenure();
      slot(tenure.slot()).begin(tenure.token(), writer.tenure(tenure));
    } else if (change instanceof Change.Revalue revalue) {
      RowChange slot = extra(revalue.slot(), revalue.token());
      if (slot != null) {
        slot.value = writer.revalue(revalue);
        slot.remember(revalue.requestId());
      }
    } else if (change instanceof Change.Doom doom) {
      RowChange slot = extra(doom.slot(), doom.token());
      if (slot != null) {
        slot.doom = writer.doom(doom);
        slot.remember(doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      RowChange slot = extra(enrol.slot(), enrol.token());
      if (slot != null) {
        slot.guests = writer.enrol(enrol);
      }
    } else if (change instanceof Change.End end) {
      RowChange slot = extra(end.slot(), end.token());
      // mistake: forgotten-request
      if (slot != null && end.remembered()) {
        slot.end = writer.end(end);
        slot.remember(end.requestId());
      } else if (slot != null) {
        slot.clear(end.token());
      }
    } else if (change instanceof Change.Forget forget) {
      RowChange slot = extra(forget.slot(), forget.token());
      if (slot != null) {
        slot.clear(forget.token());
      }
    } else if (change instanceof Change.Bar bar) {
      bars.put(bar.key(), writer.bar(bar));
    } else if (change instanceof Change.Unbar unbar) {
      bars.put(unbar.key(), null);
    } else if (change instanceof Change.RaiseFence raise) {
      fences.put(raise.fence(), writer.fence(raise));
    } else if (change instanceof Change.DropFence drop) {
      fences.put(drop.fence(), null);
    }
  }

  private RowChange slot(int slot) {
    return slots.computeIfAbsent(slot, RowChange::new);
  }

  /** Null when the batch itself has given the slot to another tenure. */
  private @Nullable RowChange extra(int slot, long token) {
    RowChange change = slot(slot);
    if (change.token == 0) {
      change.token = token;
    }
    return change.token == token ? change : null;
  }

  /**
   * The call that keeps it. {@code known}: the place up to which everything is known to have been
   * kept. {@code stood}: how much of what it promises has stood in Redis for long enough. {@code
   * extras}: the slots with more than one record, which is brought up to date, or null when that is
   * not known.
   */
  ScriptCall call(
      ShardKeys keys,
      String standing,
      long first,
      long last,
      long known,
      long stood,
      @Nullable BitSet extras) {
    RowChange[] changed = slots.values().toArray(new RowChange[0]);
    Arrays.sort(changed, (one, other) -> Integer.compare(one.slot, other.slot));
    int segments =
        changed.length == 0 ? 0 : changed[changed.length - 1].slot / ShardKeys.SEGMENT_SLOTS + 1;
    ScriptCall call = new ScriptCall(Script.APPEND, keys.meta());
    call.arg(standing).arg(first).arg(last).arg(promisedMillis).arg(segments).arg(known);
    call.arg(stood);
    for (int from = 0; from < changed.length; ) {
      int segment = changed[from].slot / ShardKeys.SEGMENT_SLOTS;
      int to = from + 1;
      while (to < changed.length && changed[to].slot / ShardKeys.SEGMENT_SLOTS == segment) {
        to++;
      }
      segment(
          call, call.key(keys.segment(segment)), Arrays.asList(changed).subList(from, to), extras);
      from = to;
    }
    bars(call, keys);
    fences(call, keys);
    return call;
  }

  private void segment(ScriptCall call, int key, List<RowChange> changed, @Nullable BitSet extras) {
    BatchStep set = new BatchStep(call, SET, key);
    BatchStep delete = new BatchStep(call, DELETE, key);
    for (RowChange change : changed) {
      boolean mayHaveExtras = change.cleared && (extras == null || extras.get(change.slot));
      record(set, delete, change.slot, "", change.tenure, change.cleared);
      record(set, delete, change.slot, ":value", change.value, mayHaveExtras);
      record(set, delete, change.slot, ":doom", change.doom, mayHaveExtras);
      record(set, delete, change.slot, ":guests", change.guests, mayHaveExtras);
      record(set, delete, change.slot, ":end", change.end, mayHaveExtras);
      if (mayHaveExtras) {
        delete.add(change.slot + ":ids");
      }
      if (extras != null && (change.cleared || change.hasExtras())) {
        extras.set(change.slot, change.hasExtras());
      }
      set.mayBeCut();
      delete.mayBeCut();
    }
    delete.end();
    set.end();
    for (RowChange change : changed) {
      if (change.ids != null) {
        ids(call, key, change.slot, change.token, change.ids);
      }
    }
  }

  /** Spelled only when there is something to do: most slots have one record and no other. */
  private static void record(
      BatchStep set,
      BatchStep delete,
      int slot,
      String which,
      byte @Nullable [] record,
      boolean mayBeThere) {
    if (record != null) {
      set.add(slot + which).add(record);
    } else if (mayBeThere) {
      delete.add(slot + which);
    }
  }

  private void ids(ScriptCall call, int key, int slot, long token, List<String> ids) {
    BatchStep remember = new BatchStep(call, REMEMBER, key);
    remember.add(slot + ":ids").add(writer.idsHead(slot, token));
    ids.forEach(id -> remember.add(writer.id(id)));
    remember.end();
  }

  private void bars(ScriptCall call, ShardKeys keys) {
    if (!bars.isEmpty()) {
      texts(call, call.key(keys.bars()), bars);
    }
  }

  private void fences(ScriptCall call, ShardKeys keys) {
    if (!fences.isEmpty()) {
      texts(call, call.key(keys.fences()), fences);
    }
  }

  /** What is kept under a name of its own: set, or deleted where there is no record. */
  private static <T> void texts(ScriptCall call, int key, Map<T, byte @Nullable []> records) {
    BatchStep set = new BatchStep(call, SET, key);
    BatchStep delete = new BatchStep(call, DELETE, key);
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

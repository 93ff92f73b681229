package io.tenure.core;

import io.tenure.api.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The durable form of a list of changes: a record for each row, each lock-delay and each fence. */
final class Kept {

  private final Map<Integer, List<Change>> slots = new LinkedHashMap<>();
  private final Map<Key, Change> bars = new LinkedHashMap<>();
  private final Map<String, Change> fences = new LinkedHashMap<>();

  private Kept() {}

  static List<Change> of(List<Change> changes) {
    Kept kept = new Kept();
    changes.forEach(kept::keep);
    List<Change> records = new ArrayList<>();
    kept.slots.values().forEach(records::addAll);
    records.addAll(kept.bars.values());
    records.addAll(kept.fences.values());
    return records;
  }

  private void keep(Change change) {
    if (change instanceof Change.Begin begin) {
      slots.put(begin.tenure().row(), new ArrayList<>(List.of(change)));
    } else if (change instanceof Change.Revalue revalue) {
      append(revalue.row(), revalue.token(), change);
    } else if (change instanceof Change.EndAfterGrace doom) {
      append(doom.row(), doom.token(), change);
    } else if (change instanceof Change.Enrol enrol) {
      append(enrol.row(), enrol.token(), change);
    } else if (change instanceof Change.End end) {
      if (end.remembered()) {
        append(end.row(), end.token(), change);
      } else {
        delete(end.row(), end.token());
      }
    } else if (change instanceof Change.Forget forget) {
      delete(forget.row(), forget.token());
    } else if (change instanceof Change.BeginLockDelay bar) {
      bars.put(bar.key(), change);
    } else if (change instanceof Change.EndLockDelay unbar) {
      bars.remove(unbar.key());
    } else if (change instanceof Change.RaiseFence raise) {
      fences.put(raise.fence(), change);
    } else if (change instanceof Change.DropFence drop) {
      fences.remove(drop.fence());
    }
  }

  private void append(int slot, long token, Change change) {
    List<Change> kept = slots.get(slot);
    if (kept != null && isOf(kept, token)) {
      kept.add(change);
    }
  }

  private void delete(int slot, long token) {
    List<Change> kept = slots.get(slot);
    if (kept != null && isOf(kept, token)) {
      slots.remove(slot);
    }
  }

  private static boolean isOf(List<Change> kept, long token) {
    return kept.get(0) instanceof Change.Begin begin && begin.tenure().token() == token;
  }
}

package io.tenure.core.model;

import io.tenure.api.Key;
import io.tenure.core.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Returns the durable form of a shard's changes: all of them, or the records that result from them.
 */
final class Keeper {

  private Keeper() {}

  /** Only the records, in no particular order, as a hash of a store would return them. */
  static List<Change> compacted(List<Change> history, long seed) {
    Map<Integer, List<Change>> bySlot = new LinkedHashMap<>();
    Map<Key, Change> bars = new LinkedHashMap<>();
    Map<String, Change.RaiseFence> fences = new LinkedHashMap<>();
    for (Change change : history) {
      if (change instanceof Change.Begin begin) {
        bySlot.put(begin.tenure().row(), new ArrayList<>(List.of(begin)));
      } else if (change instanceof Change.Revalue revalue) {
        amend(bySlot, revalue.row(), revalue.token(), revalue);
      } else if (change instanceof Change.EndAfterGrace doom) {
        amend(bySlot, doom.row(), doom.token(), doom);
      } else if (change instanceof Change.Enrol enrol) {
        amend(bySlot, enrol.row(), enrol.token(), enrol);
      } else if (change instanceof Change.End end && end.remembered()) {
        amend(bySlot, end.row(), end.token(), end);
      } else if (change instanceof Change.End end) {
        delete(bySlot, end.row(), end.token());
      } else if (change instanceof Change.Forget forget) {
        delete(bySlot, forget.row(), forget.token());
      } else if (change instanceof Change.BeginLockDelay bar) {
        bars.put(bar.key(), bar);
      } else if (change instanceof Change.EndLockDelay unbar) {
        bars.remove(unbar.key());
      } else if (change instanceof Change.RaiseFence raise) {
        fences.put(raise.fence(), raise);
      } else if (change instanceof Change.DropFence drop) {
        fences.remove(drop.fence());
      }
    }
    List<List<Change>> records = new ArrayList<>(bySlot.values());
    bars.values().forEach(bar -> records.add(List.of(bar)));
    fences.values().forEach(raise -> records.add(List.of(raise)));
    Collections.shuffle(records, new Random(seed));
    List<Change> image = new ArrayList<>();
    records.forEach(image::addAll);
    return image;
  }

  private static void amend(
      Map<Integer, List<Change>> bySlot, int slot, long token, Change change) {
    List<Change> record = bySlot.get(slot);
    if (record != null && tokenOf(record) == token) {
      record.add(change);
    }
  }

  private static void delete(Map<Integer, List<Change>> bySlot, int slot, long token) {
    List<Change> record = bySlot.get(slot);
    if (record != null && tokenOf(record) == token) {
      bySlot.remove(slot);
    }
  }

  private static long tokenOf(List<Change> record) {
    return ((Change.Begin) record.get(0)).tenure().token();
  }
}

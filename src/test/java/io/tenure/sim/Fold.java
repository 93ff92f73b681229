package io.tenure.sim;

import io.tenure.core.Change;
import io.tenure.core.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The shortest list of changes that recovery may be given instead of all of them. */
final class Fold {

  private final Map<Integer, List<Change>> slots = new LinkedHashMap<>();
  private final Map<Integer, Long> tokens = new LinkedHashMap<>();
  private final Map<Key, Change> bars = new LinkedHashMap<>();
  private final Map<String, Change> fences = new LinkedHashMap<>();

  private Fold() {}

  static List<Change> of(List<Change> changes) {
    Fold fold = new Fold();
    changes.forEach(fold::add);
    List<Change> folded = new ArrayList<>();
    fold.slots.values().forEach(folded::addAll);
    folded.addAll(fold.bars.values());
    folded.addAll(fold.fences.values());
    return folded;
  }

  private void add(Change change) {
    if (change instanceof Change.Begin begin) {
      int slot = begin.tenure().slot();
      slots.remove(slot);
      slots.put(slot, new ArrayList<>(List.of(change)));
      tokens.put(slot, begin.tenure().token());
    } else if (change instanceof Change.Revalue revalue) {
      modify(revalue.slot(), revalue.token(), change);
    } else if (change instanceof Change.Doom doom) {
      modify(doom.slot(), doom.token(), change);
    } else if (change instanceof Change.End end) {
      if (end.remembered()) {
        modify(end.slot(), end.token(), change);
      } else {
        delete(end.slot(), end.token());
      }
    } else if (change instanceof Change.Forget forget) {
      delete(forget.slot(), forget.token());
    } else if (change instanceof Change.Bar bar) {
      bars.remove(bar.key());
      bars.put(bar.key(), bar);
    } else if (change instanceof Change.Unbar unbar) {
      bars.remove(unbar.key());
    } else if (change instanceof Change.RaiseFence raise) {
      fences.put(raise.fence(), raise);
    }
  }

  private void modify(int slot, long token, Change change) {
    if (tokens.getOrDefault(slot, -1L) == token) {
      slots.get(slot).add(change);
    }
  }

  private void delete(int slot, long token) {
    if (tokens.getOrDefault(slot, -1L) == token) {
      slots.remove(slot);
      tokens.remove(slot);
    }
  }
}

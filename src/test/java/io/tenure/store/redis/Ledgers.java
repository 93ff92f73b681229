package io.tenure.store.redis;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.SessionGuestShard;
import io.tenure.core.TenureFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The state of a ledger after a list of changes, as a text that can be compared. */
public final class Ledgers {

  private record Kept(
      TenureFields tenure,
      @Nullable Value value,
      long graceMillis,
      String reason,
      @Nullable EndReason ended,
      List<SessionGuestShard> guests,
      List<String> ids) {}

  private final Map<Integer, Kept> tenures = new TreeMap<>();
  private final Map<Key, Long> bars = new TreeMap<>();
  private final Map<String, Long> fences = new TreeMap<>();

  /** Returns the state that recovery finds after these changes. */
  public static String after(List<Change> changes) {
    Ledgers ledger = new Ledgers();
    changes.forEach(ledger::replay);
    StringBuilder text = new StringBuilder();
    ledger.tenures.forEach(
        (slot, kept) ->
            text.append(bare(kept.tenure))
                .append(kept.tenure.secretHigh())
                .append('/')
                .append(kept.tenure.secretLow())
                .append(kept)
                .append('\n'));
    return text.append(ledger.bars).append('\n').append(ledger.fences).toString();
  }

  private void replay(Change change) {
    if (change instanceof Change.Begin begin) {
      TenureFields begun = TenureFields.of(begin);
      List<String> ids = new ArrayList<>();
      for (int at = begun.requestIds().size() - 1; at >= 0; at--) {
        add(ids, begun.requestIds().get(at));
      }
      tenures.put(begun.row(), new Kept(begun, begun.value(), -1, "", null, List.of(), ids));
    } else if (change instanceof Change.Revalue revalue) {
      Kept kept = kept(revalue.row());
      with(kept, revalue.value(), kept.graceMillis, kept.reason, null, revalue.requestId());
    } else if (change instanceof Change.EndAfterGrace doom) {
      Kept kept = kept(doom.row());
      with(kept, kept.value, doom.graceMillis(), doom.reason(), null, doom.requestId());
    } else if (change instanceof Change.Enrol enrol) {
      Kept kept = kept(enrol.row());
      tenures.put(
          enrol.row(),
          new Kept(
              kept.tenure,
              kept.value,
              kept.graceMillis,
              kept.reason,
              null,
              enrol.guests(),
              kept.ids));
    } else if (change instanceof Change.End end) {
      if (end.remembered()) {
        Kept kept = kept(end.row());
        with(kept, kept.value, kept.graceMillis, kept.reason, end.how(), end.requestId());
      } else {
        tenures.remove(end.row());
      }
    } else if (change instanceof Change.Forget forget) {
      tenures.remove(forget.row());
    } else if (change instanceof Change.BeginLockDelay bar) {
      bars.put(bar.key(), bar.millis());
    } else if (change instanceof Change.EndLockDelay unbar) {
      bars.remove(unbar.key());
    } else if (change instanceof Change.RaiseFence raise) {
      fences.put(raise.fence(), raise.token());
    } else if (change instanceof Change.DropFence drop) {
      fences.remove(drop.fence());
    }
  }

  private Kept kept(int slot) {
    return Objects.requireNonNull(tenures.get(slot));
  }

  private void with(
      Kept kept,
      @Nullable Value value,
      long graceMillis,
      String reason,
      @Nullable EndReason ended,
      @Nullable String id) {
    List<String> ids = new ArrayList<>(kept.ids);
    if (id != null) {
      add(ids, id);
    }
    tenures.put(
        kept.tenure.row(),
        new Kept(kept.tenure, value, graceMillis, reason, ended, kept.guests, ids));
  }

  private static void add(List<String> ids, String id) {
    ids.add(id);
    if (ids.size() > Limits.REQUESTS_PER_LEASE_MAX) {
      ids.remove(1);
    }
  }

  /**
   * All fields except the ids, which are compared in the form of the ledger, and the value of the
   * tenure.
   */
  private static List<Object> bare(TenureFields tenure) {
    List<Object> fields = new ArrayList<>();
    fields.add(tenure.mode());
    fields.add(tenure.ttlMillis());
    fields.add(tenure.slotNumber());
    fields.add(tenure.hardTtlMillis());
    fields.add(tenure.lockDelayMillis());
    fields.add(tenure.maxLifetimeMillis());
    fields.add(tenure.session() == null ? "none" : tenure.session().text());
    fields.add(tenure.sinceSeconds());
    return fields;
  }
}

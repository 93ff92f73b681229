package io.tenure.core.model;

import io.tenure.api.Key;
import io.tenure.api.Limits;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.core.TenureFields;
import io.tenure.core.TenureImage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of all changes of a shard, and the shortest list of changes with the same result. */
final class NaiveLedger {

  private static final class Entry {
    final TenureFields begun;
    final long sessionTtlMillis;
    final List<String> ids;
    @Nullable Value value;
    Change.@Nullable EndAfterGrace doom;
    Change.@Nullable Enrol enrol;
    Change.@Nullable End end;

    Entry(Change.Begin begin) {
      begun = TenureFields.of(begin);
      sessionTtlMillis = begin.sessionTtlMillis();
      ids = new ArrayList<>(begun.requestIds());
      value = begun.value();
    }

    /** Beyond the limit, drops the earliest id except the one that began the tenure. */
    void remember(@Nullable String id) {
      if (id != null) {
        ids.add(0, id);
        if (ids.size() > Limits.REQUESTS_PER_LEASE_MAX) {
          ids.remove(ids.size() - 2);
        }
      }
    }
  }

  private final Map<Integer, Entry> slots = new HashMap<>();
  private final Map<Key, Change> bars = new HashMap<>();
  private final Map<String, Change> fences = new HashMap<>();

  NaiveLedger(List<Change> changes) {
    changes.forEach(this::apply);
  }

  private void apply(Change change) {
    if (change instanceof Change.Begin begin) {
      slots.put(TenureFields.of(begin).row(), new Entry(begin));
    } else if (change instanceof Change.Revalue revalue) {
      Entry entry = entry(revalue.row(), revalue.token());
      if (entry != null) {
        entry.value = revalue.value();
        entry.remember(revalue.requestId());
      }
    } else if (change instanceof Change.EndAfterGrace doom) {
      Entry entry = entry(doom.row(), doom.token());
      if (entry != null) {
        entry.doom = doom;
        entry.remember(doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      Entry entry = entry(enrol.row(), enrol.token());
      if (entry != null) {
        entry.enrol = enrol;
      }
    } else if (change instanceof Change.End end) {
      Entry entry = entry(end.row(), end.token());
      if (entry != null && end.remembered()) {
        entry.end = end;
        entry.remember(end.requestId());
      } else if (entry != null) {
        slots.remove(end.row());
      }
    } else if (change instanceof Change.Forget forget) {
      if (entry(forget.row(), forget.token()) != null) {
        slots.remove(forget.row());
      }
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

  private @Nullable Entry entry(int slot, long token) {
    Entry entry = slots.get(slot);
    return entry != null && entry.begun.token() == token ? entry : null;
  }

  /** The image, with each change once. */
  Map<Change, Integer> image() {
    Map<Change, Integer> image = new HashMap<>();
    for (Entry entry : slots.values()) {
      TenureFields begun = entry.begun;
      int slot = begun.row();
      if (entry.end != null) {
        image.put(new Change.Begin(ended(entry)), 1);
        image.put(new Change.End(slot, begun.token(), entry.end.how(), null, true), 1);
        continue;
      }
      image.put(new Change.Begin(living(entry), entry.sessionTtlMillis), 1);
      Change.EndAfterGrace doom = entry.doom;
      if (doom != null) {
        image.put(
            new Change.EndAfterGrace(slot, begun.token(), doom.graceMillis(), doom.reason(), null),
            1);
      }
      if (entry.enrol != null) {
        image.put(entry.enrol, 1);
      }
    }
    bars.values().forEach(bar -> image.put(bar, 1));
    fences.values().forEach(raise -> image.put(raise, 1));
    return image;
  }

  private static TenureImage living(Entry entry) {
    TenureImage begun = entry.begun.tenure().withRequestIds(entry.ids);
    return begun instanceof TenureImage.Lease lease
        ? new TenureImage.Lease(
            lease.common(),
            lease.key(),
            lease.mode(),
            lease.slotNumber(),
            lease.times(),
            lease.session(),
            entry.value)
        : begun;
  }

  /** The record of an ended tenure, which no longer contains its holder or its key. */
  private static TenureImage ended(Entry entry) {
    TenureImage.Common common = entry.begun.tenure().withRequestIds(entry.ids).common();
    TenureImage.Common bare =
        new TenureImage.Common(
            common.row(),
            common.token(),
            common.secret(),
            "?",
            common.ttlMillis(),
            common.requestIds(),
            common.sinceSeconds());
    return entry.begun.key() == null
        ? new TenureImage.Session(bare)
        : TenureImage.Lease.plain(bare, Key.of("?"));
  }
}

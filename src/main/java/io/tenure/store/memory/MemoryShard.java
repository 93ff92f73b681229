package io.tenure.store.memory;

import io.tenure.api.Key;
import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Advance;
import io.tenure.store.LeaseStore.Claim;
import io.tenure.store.LeaseStore.Epoch;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.redis.RedisUnavailableException;
import io.tenure.store.redis.StoredTenure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a memory store keeps of one shard. Guarded by itself. */
final class MemoryShard {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long YEAR_2020_MILLIS = 1_577_836_800_000L;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int FIRST_SLOTS = 16;

  private final int shard;

  /** By row: they are numbered without gaps. */
  private @Nullable StoredTenure[] tenures = new StoredTenure[FIRST_SLOTS];

  private final Map<Key, Change> lockDelays = new HashMap<>();
  private final Map<String, Change> fences = new HashMap<>();
  private @Nullable String owner;
  private boolean ownedForEver;
  private long ownedUntilNanos;
  private long epoch;

  /** The place of the last change; -1 before the first batch of an epoch. */
  private long changeNumber = -1;

  /** What the next claim is told of; empty: nothing is missing. */
  private String doubt = "";

  private long promisedMillis;

  MemoryShard(int shard) {
    this.shard = shard;
  }

  synchronized Claim claim(String by, long ownershipMillis, long nowNanos, long wallMillis) {
    boolean owned = ownedForEver || nowNanos - ownedUntilNanos < 0;
    if (owner != null && !owner.equals(by) && owned) {
      throw new Refused("shard " + shard + " is owned by " + owner, owner, 0);
    }
    owner = by;
    Epoch given = next(ownershipMillis, nowNanos, wallMillis);
    return doubt.isEmpty()
        ? Claim.of(given)
        : new Claim(given, promisedMillis, ownershipMillis, doubt, "");
  }

  synchronized Advance advance(
      String by, long asked, long ownershipMillis, long nowNanos, long wallMillis) {
    mustBeAt(asked);
    mustBeOwnedBy(by);
    return new Advance(next(ownershipMillis, nowNanos, wallMillis), false);
  }

  private Epoch next(long ownershipMillis, long nowNanos, long wallMillis) {
    long millis = Math.max(0, wallMillis - YEAR_2020_MILLIS);
    long seconds = millis / MILLIS_PER_SECOND;
    epoch = Math.max(epoch + 1, seconds);
    changeNumber = -1;
    own(ownershipMillis, nowNanos);
    int micros = (int) (millis % MILLIS_PER_SECOND) * MICROS_PER_MILLI;
    return new Epoch(
        epoch, epoch == seconds ? micros : 0, Math.max(0, epoch * MILLIS_PER_SECOND - millis));
  }

  synchronized void extend(String by, long asked, long ownershipMillis, long nowNanos) {
    mustBeAt(asked);
    mustBeOwnedBy(by);
    own(ownershipMillis, nowNanos);
  }

  synchronized void leave(String by, long asked) {
    if (epoch == asked && by.equals(owner)) {
      owner = null;
    }
  }

  synchronized List<Change> load(long asked) {
    mustBeAt(asked);
    List<Change> kept = new ArrayList<>();
    for (StoredTenure tenure : tenures) {
      if (tenure != null) {
        tenure.replay(kept::add);
      }
    }
    kept.addAll(lockDelays.values());
    kept.addAll(fences.values());
    return kept;
  }

  synchronized void append(long asked, long first, List<Change> changes) {
    mustBeAt(asked);
    if (owner == null) {
      throw new Refused("the owner of shard " + shard + " has left");
    }
    long last = first + changes.size() - 1;
    if (changeNumber == last) {
      return;
    }
    if (changeNumber >= 0 && first != changeNumber + 1) {
      throw new WentBackwards(
          "shard "
              + shard
              + " is kept up to "
              + changeNumber
              + ": change "
              + first
              + " does not follow");
    }
    changeNumber = last;
    changes.forEach(this::keep);
  }

  synchronized void wipe(long asked) {
    mustBeAt(asked);
    if (changeNumber >= 0) {
      throw new RedisUnavailableException(
          "shard " + shard + " has gone on since: claim it again before wiping it");
    }
    tenures = new StoredTenure[FIRST_SLOTS];
    lockDelays.clear();
    fences.clear();
    doubt = "torn";
  }

  synchronized void whole(long asked, String stillInDoubt) {
    mustBeAt(asked);
    doubt = stillInDoubt;
  }

  private void own(long ownershipMillis, long nowNanos) {
    ownedForEver = ownershipMillis == LeaseStore.FOR_EVER;
    ownedUntilNanos = nowNanos + ownershipMillis * NANOS_PER_MILLI;
  }

  private void mustBeOwnedBy(String by) {
    if (!by.equals(owner)) {
      throw new Refused("shard " + shard + " is no longer owned by " + by);
    }
  }

  private void mustBeAt(long asked) {
    if (epoch > asked) {
      throw new Refused("the epoch of shard " + shard + " moved on to " + epoch);
    }
    if (epoch < asked) {
      throw new WentBackwards("the epoch of shard " + shard + " is " + epoch + ", not " + asked);
    }
  }

  private void keep(Change change) {
    promisedMillis = Math.max(promisedMillis, change.promisedMillis());
    if (change instanceof Change.Begin begin) {
      put(begin.tenure().row(), new StoredTenure(begin.tenure()));
    } else if (change instanceof Change.Revalue revalue) {
      StoredTenure kept = find(revalue.row(), revalue.token());
      if (kept != null) {
        kept.revalue = revalue;
        kept.remember(revalue.requestId());
      }
    } else if (change instanceof Change.EndAfterGrace doom) {
      StoredTenure kept = find(doom.row(), doom.token());
      if (kept != null) {
        kept.doom = doom;
        kept.remember(doom.requestId());
      }
    } else if (change instanceof Change.Enrol enrol) {
      StoredTenure kept = find(enrol.row(), enrol.token());
      if (kept != null) {
        kept.enrol = enrol;
      }
    } else if (change instanceof Change.End end) {
      end(end);
    } else if (change instanceof Change.Forget forget) {
      if (find(forget.row(), forget.token()) != null) {
        tenures[forget.row()] = null;
      }
    } else if (change instanceof Change.BeginLockDelay bar) {
      lockDelays.put(bar.key(), bar);
    } else if (change instanceof Change.EndLockDelay unbar) {
      lockDelays.remove(unbar.key());
    } else if (change instanceof Change.RaiseFence raise) {
      fences.put(raise.fence(), raise);
    } else if (change instanceof Change.DropFence drop) {
      fences.remove(drop.fence());
    }
  }

  private void end(Change.End end) {
    StoredTenure kept = find(end.row(), end.token());
    if (kept == null) {
      return;
    }
    if (end.remembered()) {
      kept.end = end;
      kept.remember(end.requestId());
    } else {
      tenures[end.row()] = null;
    }
  }

  private void put(int row, StoredTenure kept) {
    if (row >= tenures.length) {
      tenures = Arrays.copyOf(tenures, Math.max(row + 1, tenures.length * 2));
    }
    tenures[row] = kept;
  }

  private @Nullable StoredTenure find(int row, long token) {
    StoredTenure kept = row < tenures.length ? tenures[row] : null;
    return kept != null && kept.token() == token ? kept : null;
  }
}

package io.tenure.store.memory;

import io.tenure.api.Key;
import io.tenure.core.Change;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Advance;
import io.tenure.store.LeaseStore.Claim;
import io.tenure.store.LeaseStore.Epoch;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.LeaseStore.WentBackwards;
import io.tenure.store.StoreUnavailableException;
import io.tenure.store.StoredTenure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state of one shard in a memory store. All access is synchronised on this object. */
final class MemoryShard {

  private static final long NANOS_PER_MILLI = 1_000_000;
  private static final long YEAR_2020_MILLIS = 1_577_836_800_000L;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MICROS_PER_MILLI = 1_000;
  private static final int ROWS_AT_FIRST = 16;

  private final int shard;

  /** The tenures by row; rows are numbered without gaps. */
  private @Nullable StoredTenure[] tenures = new StoredTenure[ROWS_AT_FIRST];

  private final Map<Key, Change> lockDelays = new HashMap<>();
  private final Map<String, Change> fences = new HashMap<>();
  private @Nullable String owner;
  private boolean ownedForEver;
  private long ownedUntilNanos;
  private long epoch;

  /** The number of the last change; -1 before the first batch of an epoch. */
  private long changeNumber = -1;

  /** The doubt that the next claim reports; empty: nothing is missing. */
  private String doubt = "";

  private long promisedMillis;
  private final Writer writer = new Writer();

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
    List<Change> changes = new ArrayList<>();
    for (StoredTenure tenure : tenures) {
      if (tenure != null) {
        tenure.replay(changes::add);
      }
    }
    changes.addAll(lockDelays.values());
    changes.addAll(fences.values());
    return changes;
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
              + " is durable up to "
              + changeNumber
              + ": change "
              + first
              + " does not follow");
    }
    changeNumber = last;
    changes.forEach(this::write);
  }

  synchronized void wipe(long asked) {
    mustBeAt(asked);
    if (changeNumber >= 0) {
      throw new StoreUnavailableException(
          "shard " + shard + " has gone on since: claim it again before wiping it");
    }
    tenures = new StoredTenure[ROWS_AT_FIRST];
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

  private void write(Change change) {
    promisedMillis = Math.max(promisedMillis, change.promisedMillis());
    change.accept(writer);
  }

  private final class Writer implements Change.Visitor {

    @Override
    public void begin(Change.Begin begin) {
      put(begin.tenure().row(), new StoredTenure(begin.tenure()));
    }

    @Override
    public void revalue(Change.Revalue revalue) {
      StoredTenure stored = find(revalue.row(), revalue.token());
      if (stored != null) {
        stored.revalue(revalue);
      }
    }

    @Override
    public void endAfterGrace(Change.EndAfterGrace end) {
      StoredTenure stored = find(end.row(), end.token());
      if (stored != null) {
        stored.endAfterGrace(end);
      }
    }

    @Override
    public void enrol(Change.Enrol enrol) {
      StoredTenure stored = find(enrol.row(), enrol.token());
      if (stored != null) {
        stored.enrol(enrol);
      }
    }

    @Override
    public void end(Change.End end) {
      StoredTenure stored = find(end.row(), end.token());
      if (stored != null && end.remembered()) {
        stored.end(end);
      } else if (stored != null) {
        tenures[end.row()] = null;
      }
    }

    @Override
    public void forget(Change.Forget forget) {
      if (find(forget.row(), forget.token()) != null) {
        tenures[forget.row()] = null;
      }
    }

    @Override
    public void beginLockDelay(Change.BeginLockDelay begin) {
      lockDelays.put(begin.key(), begin);
    }

    @Override
    public void endLockDelay(Change.EndLockDelay end) {
      lockDelays.remove(end.key());
    }

    @Override
    public void raiseFence(Change.RaiseFence raise) {
      fences.put(raise.fence(), raise);
    }

    @Override
    public void dropFence(Change.DropFence drop) {
      fences.remove(drop.fence());
    }
  }

  private void put(int row, StoredTenure stored) {
    if (row >= tenures.length) {
      tenures = Arrays.copyOf(tenures, Math.max(row + 1, tenures.length * 2));
    }
    tenures[row] = stored;
  }

  private @Nullable StoredTenure find(int row, long token) {
    StoredTenure stored = row < tenures.length ? tenures[row] : null;
    return stored != null && stored.is(row, token) ? stored : null;
  }
}

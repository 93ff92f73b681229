package io.tenure.shard.meter;

import io.tenure.core.TableMeter;
import io.tenure.core.memory.Counters;
import io.tenure.core.memory.LatencyHistogram;
import io.tenure.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/** Counts the batches and decisions of one shard. Written by its loop, read by any thread. */
public final class ShardMeter {

  /** The outcome of a batch of changes. */
  public enum Batch {
    KEPT,
    /** Another server owns the shard, or the store has lost something. */
    REFUSED,
    /** The outcome is not known: the batch is sent again. */
    UNCERTAIN
  }

  private static final int CHANGES = Batch.values().length;
  private static final int OPENINGS = CHANGES + 1;

  private final TableMeter tableMeter = new TableMeter();
  private final LatencyHistogram appends = new LatencyHistogram();
  private final Counters counters = new Counters(OPENINGS + 1);

  public void appended(int changes, long nanos, @Nullable Throwable failure) {
    appends.add(nanos);
    if (failure == null) {
      counters.add(Batch.KEPT.ordinal());
      counters.add(CHANGES, changes);
    } else {
      boolean refused =
          failure instanceof LeaseStore.Refused || failure instanceof LeaseStore.WentBackwards;
      counters.add((refused ? Batch.REFUSED : Batch.UNCERTAIN).ordinal());
    }
  }

  /** Counts an opening of the shard: every lease in it has a full ttl again. */
  public void opened() {
    counters.add(OPENINGS);
  }

  public TableMeter tableMeter() {
    return tableMeter;
  }

  /** The time that the store took for each batch of changes. */
  public LatencyHistogram appends() {
    return appends;
  }

  public long batches(Batch outcome) {
    return counters.get(outcome.ordinal());
  }

  public long openings() {
    return counters.get(OPENINGS);
  }

  /** The number of changes in batches that became durable. */
  public long changes() {
    return counters.get(CHANGES);
  }
}

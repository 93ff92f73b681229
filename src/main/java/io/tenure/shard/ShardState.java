package io.tenure.shard;

import io.tenure.core.TableStats;
import org.jspecify.annotations.Nullable;

/**
 * How a shard stands, as its loop last said; that is a quarter of a second ago at most, unless the
 * loop stalls.
 *
 * @param owner the server that owns it, as far as this one knows; empty when it does not
 * @param epoch of this server's own last ownership; 0 when it never owned it
 * @param note why the last claim failed, or what the opening waits for; empty when neither is so,
 *     or another server owns the shard
 * @param stats what it holds; null while it is not served
 */
public record ShardState(
    int shard,
    Stage stage,
    String owner,
    long epoch,
    Store store,
    int parked,
    String note,
    @Nullable TableStats stats) {

  /** For so long nothing is granted; 0 without a quarantine. */
  public long quarantineMillis() {
    return stats == null ? 0 : stats.quarantineMillis();
  }

  /** The word for why there is a quarantine, empty without one. */
  public String doubt() {
    return stats == null ? "" : stats.doubt();
  }

  /** The way to serving a shard. */
  public enum Stage {
    /** Asks the store for it. */
    CLAIMS,
    /** Owns it, and reads what the store has kept. */
    LOADS,
    /**
     * Owns it, and waits until the clock of the store has reached its epoch, or until an owner that
     * the store may have forgotten must be silent.
     */
    AWAITS_OPENING,
    SERVES,
    /** Another server owns it. Asks again. */
    STANDS_BY,
    /** The server stops, and has handed it back. */
    LEFT
  }

  /** What the shard knows of its store. */
  public enum Store {
    ANSWERS,
    /** What would change something is held back; what is not served yet is asked for again. */
    AWAY,
    /** It lost what it had kept: everything is written again from memory. */
    WRITTEN_ANEW
  }
}

package io.tenure.shard;

import io.tenure.core.TableStats;
import org.jspecify.annotations.Nullable;

/**
 * The state of a shard as its loop last reported it. The report is at most a quarter of a second
 * old, unless the loop stalls.
 *
 * @param owner the server that owns the shard, as far as this server knows; empty when it does not
 *     know
 * @param epoch the epoch under which this server owns the shard; 0 while it does not own the shard
 * @param note the reason why the last claim failed, or the event that the opening waits for; empty
 *     when there is neither, or when another server owns the shard
 * @param contents the contents of the shard; null while this server does not serve it
 */
public record ShardReport(
    int shard,
    ShardState state,
    String owner,
    long epoch,
    Store store,
    String note,
    @Nullable Contents contents) {

  /**
   * The contents of a shard that is served.
   *
   * @param parked replies and notices that wait for the store
   */
  public record Contents(int parked, TableStats stats) {}

  /** The state of the store, as far as the shard knows. */
  public enum Store {
    ANSWERS,
    /**
     * The store is unavailable: requests that change something are held back, and claims are
     * repeated.
     */
    AWAY,
    /** The store has lost durable data: everything is written again from memory. */
    WRITTEN_ANEW
  }

  public int parked() {
    return contents == null ? 0 : contents.parked();
  }

  /** The contents of the table; null while this server does not serve the shard. */
  public @Nullable TableStats stats() {
    return contents == null ? null : contents.stats();
  }

  /** The time for which nothing is granted; 0 without a quarantine. */
  public long quarantineMillis() {
    return contents == null ? 0 : contents.stats().quarantineMillis();
  }

  /** The word for the reason of a quarantine, empty without one. */
  public String doubt() {
    return contents == null ? "" : contents.stats().doubt();
  }
}

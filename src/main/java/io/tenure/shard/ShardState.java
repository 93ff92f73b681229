package io.tenure.shard;

import io.tenure.core.TableStats;
import org.jspecify.annotations.Nullable;

/**
 * The state of a shard as its loop last reported it; that is a quarter of a second ago at most,
 * unless the loop stalls.
 *
 * @param owner the server that owns it, as far as this one knows; empty when it does not
 * @param epoch of this server's own last ownership; 0 when it never owned it
 * @param note why the last claim failed, or what the opening waits for; empty when neither is so,
 *     or another server owns the shard
 * @param contents what it holds; null while it is not served
 */
public record ShardState(
    int shard,
    ShardStage stage,
    String owner,
    long epoch,
    Store store,
    String note,
    @Nullable Contents contents) {

  /**
   * What a shard holds that is served.
   *
   * @param parked replies and notices that wait for the store
   */
  public record Contents(int parked, TableStats stats) {}

  /** What the shard knows of its store. */
  public enum Store {
    ANSWERS,
    /** What would change something is held back; what is not served yet is asked for again. */
    AWAY,
    /** It lost what it had kept: everything is written again from memory. */
    WRITTEN_ANEW
  }

  public int parked() {
    return contents == null ? 0 : contents.parked();
  }

  /** Null while it is not served. */
  public @Nullable TableStats stats() {
    return contents == null ? null : contents.stats();
  }

  /** For so long nothing is granted; 0 without a quarantine. */
  public long quarantineMillis() {
    return contents == null ? 0 : contents.stats().quarantineMillis();
  }

  /** The word for why there is a quarantine, empty without one. */
  public String doubt() {
    return contents == null ? "" : contents.stats().doubt();
  }
}

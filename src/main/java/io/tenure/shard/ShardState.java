package io.tenure.shard;

import io.tenure.core.Census;
import org.jspecify.annotations.Nullable;

/**
 * How a shard stands, as its loop last said; that is a quarter of a second ago at most, unless the
 * loop stalls.
 *
 * @param census what it holds; null while it is not served
 */
public record ShardState(
    int shard, Stage stage, long epoch, Store store, int parked, @Nullable Census census) {

  /** The way to serving a shard. */
  public enum Stage {
    /** Asks the store for it. */
    CLAIMS,
    /** Owns it, and reads what the store has kept. */
    LOADS,
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

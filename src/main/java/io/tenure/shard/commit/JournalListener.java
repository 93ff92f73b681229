package io.tenure.shard.commit;

/** Hears what becomes of the journals of shards. Called on their loops. */
public interface JournalListener {

  /** The store has lost what it had kept: everything is written again. */
  default void writesAnew(int shard) {}

  default void wroteAnew(int shard) {}
}

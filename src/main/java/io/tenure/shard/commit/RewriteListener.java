package io.tenure.shard.commit;

/** Receives the events of the journals of shards. Called on their loops. */
public interface RewriteListener {

  /** The store has lost durable data: the shard writes everything again. */
  default void writesAnew(int shard) {}

  default void wroteAnew(int shard) {}
}

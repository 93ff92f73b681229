package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.tenure.core.Change;
import io.tenure.shard.commit.JournalListener;

/**
 * Hears what shards do: for logs, meters, and the auditor of the simulation. Called on their loops.
 */
public interface ShardListener extends JournalListener {

  /** Ignores everything. */
  ShardListener NONE = new ShardListener() {};

  /** The shard was loaded and serves from now on; for so long it grants nothing. */
  default void serves(int shard, long epoch, long quarantineMillis) {}

  /** The shard could not be had this time; another server may own it. */
  default void waits(int shard, Throwable why) {}

  /** A shard that is served could not claim its next epoch: it may grant nothing without one. */
  default void staysInItsEpoch(int shard, Throwable why) {}

  default void stepsDown(int shard, Throwable cause) {}

  /** The owner leaves the shard to others. */
  default void leaves(int shard) {}

  /** Requests are held back from now on, because the store does not answer; or not any more. */
  default void holdsBack(int shard, boolean does) {}

  default void changed(int shard, Change change) {}

  /** Decided; it may still have to wait for the store. */
  default void decided(int shard, long ticket, Reply reply) {}

  default void decided(int shard, long watcher, WatchNotice notice) {}

  /** The table is about to hear it. */
  default void hears(int shard, long ticket, Request request) {}
}

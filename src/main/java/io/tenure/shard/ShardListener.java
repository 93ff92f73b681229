package io.tenure.shard;

import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.core.Change;
import io.tenure.shard.commit.RewriteListener;

/**
 * Receives the events of shards, for logs, meters and the auditor of the simulation. Called on
 * their loops.
 */
public interface ShardListener extends RewriteListener {

  /** Ignores everything. */
  ShardListener NONE = new ShardListener() {};

  /**
   * The shard was loaded and serves from now on; it grants nothing for {@code quarantineMillis}.
   */
  default void serves(int shard, long epoch, long quarantineMillis) {}

  /** The claim of the shard failed; another server may own it. */
  default void waits(int shard, Throwable why) {}

  /**
   * A shard that is served could not claim its next epoch: without one it may not be able to grant.
   */
  default void staysInItsEpoch(int shard, Throwable why) {}

  default void stepsDown(int shard, Throwable cause) {}

  /** The owner gives up the shard. */
  default void leaves(int shard) {}

  /** The shard holds requests back from now on, because the store does not answer; or no longer. */
  default void holdsBack(int shard, boolean does) {}

  default void changed(int shard, Change change) {}

  /** The shard has decided on a reply, which may still have to wait for the store. */
  default void decided(int shard, long ticket, Reply reply) {}

  default void decided(int shard, long watcher, WatchUpdate notice) {}

  /** The table is about to receive the request. */
  default void hears(int shard, long ticket, Request request) {}
}

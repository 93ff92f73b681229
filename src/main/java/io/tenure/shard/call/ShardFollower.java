package io.tenure.shard.call;

import io.tenure.api.WatchNotice;

/** Follows a shard. Called on the context from which the watch was requested. */
public interface ShardFollower {

  /** The next notice, in order and without a gap. */
  void next(WatchNotice notice);

  /**
   * The last notice: the follower fell too far behind, or the shard is lost. It resumes by a
   * cursor.
   */
  void cut();
}

package io.tenure.shard.call;

import io.tenure.api.WatchNotice;

/** Follows a shard. Called on the context that the watch was asked from. */
public interface ShardFollower {

  /** In order, without a gap. */
  void next(WatchNotice notice);

  /** Nothing more comes: it fell too far behind, or the shard is lost. It resumes by a cursor. */
  void cut();
}

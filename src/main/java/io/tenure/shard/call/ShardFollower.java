package io.tenure.shard.call;

import io.tenure.api.WatchNotice;

/** Whoever follows a shard, on the context it asked from. */
public interface ShardFollower {

  /** In order, without a gap. */
  void next(WatchNotice notice);

  /** Nothing more comes: it fell too far behind, or the shard is lost. It resumes by a cursor. */
  void cut();
}

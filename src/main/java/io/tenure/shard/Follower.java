package io.tenure.shard;

import io.tenure.core.Notice;

/** Whoever follows a shard, on the context it asked from. */
public interface Follower {

  /** In order, without a gap. */
  void next(Notice notice);

  /** Nothing more comes: it fell too far behind, or the shard is lost. It resumes by a cursor. */
  void cut();
}

package io.tenure.shard.call;

import io.tenure.api.WatchUpdate;

/** Follows a shard. Called on the context that requested the watch. */
public interface Follower {

  /** Takes the next notice, in order and without a gap. */
  void next(WatchUpdate notice);

  /**
   * Takes the last notice: the follower was too far behind, or the shard is lost. It resumes by a
   * cursor.
   */
  void cut();
}

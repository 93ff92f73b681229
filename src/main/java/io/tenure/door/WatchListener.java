package io.tenure.door;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.wire.Problem;

/**
 * Receives the notices of a {@link MultiShardWatch}: in order for each shard, without a silent gap.
 */
public interface WatchListener {

  void happened(int shard, LeaseEvent event);

  /**
   * The listener's knowledge of this shard's keys may be outdated. The held keys follow now, mixed
   * with new events; each is true at the position where it comes.
   */
  void resync(int shard);

  void shown(int shard, Key key, HolderView holder);

  /** Every key that was not shown or granted since {@link #resync} is free. */
  void synchronised(int shard);

  /** The last notice. The client resumes with the last cursor, perhaps at another server. */
  void lost(Problem why);

  /** Whether snapshots should wait; {@link MultiShardWatch#resume} ends that wait. */
  boolean full();
}

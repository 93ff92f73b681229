package io.tenure.door;

import io.tenure.api.HolderView;
import io.tenure.api.Key;
import io.tenure.api.LeaseEvent;
import io.tenure.wire.Problem;

/** Who is told by a {@link MultiShardWatch}: in order for each shard, without a silent gap. */
public interface WatchListener {

  void happened(int shard, LeaseEvent event);

  /**
   * What was known of this shard's keys may be outdated: what is held is shown now, mixed with what
   * happens meanwhile, each true at its place.
   */
  void resync(int shard);

  void shown(int shard, Key key, HolderView holder);

  /** Whatever was not shown or granted since {@link #resync} is free. */
  void synchronised(int shard);

  /** Nothing more comes; it resumes by the last cursor, perhaps at another server. */
  void lost(Problem why);

  /** Whether snapshots should wait; {@link MultiShardWatch#resume} ends that. */
  boolean full();
}

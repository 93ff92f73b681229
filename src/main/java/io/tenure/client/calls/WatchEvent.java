package io.tenure.client.calls;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/** An event of a watch, in order for each shard. */
public sealed interface WatchEvent {

  /** The cursor behind this event; null when no cursor has come since the event before. */
  @Nullable String cursor();

  /**
   * A change of a key.
   *
   * @param slot its slot number, -1 in other modes
   * @param revision larger for every later event of the shard
   */
  record Happened(
      LeaseEvent.Kind kind,
      String key,
      String holder,
      long token,
      int slot,
      String reason,
      @Nullable Value value,
      int shard,
      long revision,
      @Nullable String cursor)
      implements WatchEvent {}

  /**
   * Earlier knowledge of the keys of this shard may be outdated: the present holders follow now.
   */
  record Resync(int shard, @Nullable String cursor) implements WatchEvent {}

  /** A holder, correct at this position among the events. */
  record Shown(int shard, HolderInfo holding, @Nullable String cursor) implements WatchEvent {}

  /**
   * The end of the snapshot: each key of this shard without a holder or a grant since {@link
   * Resync} is free.
   */
  record Synchronised(int shard, @Nullable String cursor) implements WatchEvent {}
}

package io.tenure.client.calls;

import io.tenure.api.LeaseEvent;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/** What a watch tells, in order for each shard. */
public sealed interface WatchEvent {

  /** Where to go on after this event; null when no cursor has come since the one before. */
  @Nullable String cursor();

  /**
   * Something happened to a key.
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

  /** What was known of the keys of this shard may be outdated: what is held is shown now. */
  record Resync(int shard, @Nullable String cursor) implements WatchEvent {}

  /** A holder, true at this place among the events. */
  record Shown(int shard, HolderInfo holding, @Nullable String cursor) implements WatchEvent {}

  /** What was neither shown nor granted since {@link Resync} is free, in this shard. */
  record Synchronised(int shard, @Nullable String cursor) implements WatchEvent {}
}

package io.tenure.client.calls;

import io.tenure.api.Holding;
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
   * @param holding the key, its holder, its token and its slot number
   * @param revision larger for every later event of the shard
   */
  record Happened(
      LeaseEvent.Kind kind,
      Holding holding,
      String reason,
      @Nullable Value value,
      int shard,
      long revision,
      @Nullable String cursor)
      implements WatchEvent {

    public String key() {
      return holding.key().toString();
    }

    public String holder() {
      return holding.holder();
    }

    public long token() {
      return holding.token();
    }

    /** Its slot number, -1 in other modes. */
    public int slot() {
      return holding.slot();
    }
  }

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

package io.tenure.api;

/** What a watcher is sent, in order. */
public sealed interface WatchNotice {

  record Happened(LeaseEvent event) implements WatchNotice {}

  /** Part of the snapshot of a resynchronisation: true at its place among the events. */
  record Shown(Key key, HolderView holder) implements WatchNotice {}

  /** The snapshot is complete; what was not shown or granted since is free. */
  record Synchronised(long revision) implements WatchNotice {}
}

package io.tenure.api;

/** A notice to a watcher, in order. */
public sealed interface WatchNotice {

  record Happened(LeaseEvent event) implements WatchNotice {}

  /** A part of the snapshot of a resynchronisation: true at its position among the events. */
  record Shown(Key key, HolderView holder) implements WatchNotice {}

  /** The end of the snapshot; every key that was not shown or granted since is free. */
  record Synchronised(long revision) implements WatchNotice {}
}

package io.tenure.api;

/** A notice to a watcher; notices arrive in order. */
public sealed interface WatchNotice {

  record Happened(LeaseEvent event) implements WatchNotice {}

  /** A part of the snapshot of a resynchronisation; it is true at its position among the events. */
  record Shown(Key key, HolderView holder) implements WatchNotice {}

  /**
   * The end of the snapshot. Every key that was neither shown nor granted since its start is free.
   */
  record Synchronised(long revision) implements WatchNotice {}
}

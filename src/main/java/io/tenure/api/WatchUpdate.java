package io.tenure.api;

/** A notice to a watcher; notices arrive in order. */
public sealed interface WatchUpdate {

  record Happened(LeaseEvent event) implements WatchUpdate {}

  /** A part of the snapshot of a resynchronisation; it is true at its position among the events. */
  record Shown(Key key, HolderView holder) implements WatchUpdate {}

  /**
   * The end of the snapshot. Every key that was neither shown nor granted since its start is free.
   */
  record Synchronised(long revision) implements WatchUpdate {}
}

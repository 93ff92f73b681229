package io.tenure.core;

/** What a watcher is sent, in order. */
public sealed interface Notice {

  record Happened(Event event) implements Notice {}

  /** Part of the snapshot of a resynchronisation: true at its place among the events. */
  record Shown(Key key, HolderView holder) implements Notice {}

  /** The snapshot is complete; what was not shown or granted since is free. */
  record Synchronised(long revision) implements Notice {}
}

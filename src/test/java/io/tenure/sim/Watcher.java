package io.tenure.sim;

import io.tenure.core.Notice;
import org.jspecify.annotations.Nullable;

/** The far end of a watch: told in order until it is cut. */
interface Watcher {

  /** The table says it; it may not leave yet. */
  default void decided(Notice notice) {}

  void sent(SimShard from, long ticket, Notice notice);

  void cut();

  @Nullable SimClient owner();
}

package io.tenure.core;

import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;

/** The core's only way out. Called in the turn that decides, in order; must not call back. */
public interface Out {

  /** Must become durable. Returns its change number, starting at 1. */
  long change(Change change);

  /** May leave once the change at {@code behind} is durable; 0 stands behind nothing. */
  void reply(long ticket, long behind, Reply reply);

  /** For a watcher, in order, once the change at {@code behind} is durable. */
  void push(long watcher, long behind, WatchNotice notice);

  /** For another shard, once the change at {@code behind} is durable. */
  void tell(int shard, long behind, ShardMessage message);

  /**
   * Tokens run out, or those of this epoch are not to be given after a quarantine: claim the next
   * epoch and hand it to {@link LeaseTable#enter}.
   */
  void epochWanted();

  /** Wall clock in seconds since 2020-01-01: shown to people, decides nothing. */
  long wallSeconds();
}

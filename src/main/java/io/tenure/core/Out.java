package io.tenure.core;

import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;

/**
 * Receives all output of the core. The core calls it in the turn that decides, in order. It must
 * not call the core back.
 */
public interface Out {

  /** Receives a change that must become durable. Returns its change number, starting at 1. */
  long change(Change change);

  /** Receives a reply that may leave once the change {@code behind} is durable; 0: at once. */
  void reply(long ticket, long behind, Reply reply);

  /**
   * Receives a notice for a watcher, in order, which may leave once the change {@code behind} is
   * durable.
   */
  void push(long watcher, long behind, WatchUpdate notice);

  /**
   * Receives a message for another shard, which may leave once the change {@code behind} is
   * durable.
   */
  void tell(int shard, long behind, ShardMessage message);

  /**
   * Requests the next epoch for {@link LeaseTable#enter}, because tokens run out, or because tokens
   * of this epoch must not be given after a quarantine.
   */
  void epochWanted();

  /** Returns the wall clock in seconds since 2020-01-01, for people only: it decides nothing. */
  long wallSeconds();
}

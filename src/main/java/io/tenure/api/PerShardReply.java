package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reply to a {@link PerShardRequest}. It becomes a part of an answer, or the shard itself needs
 * it.
 */
public sealed interface PerShardReply extends Reply {

  @Override
  default Outcome outcome() {
    return Outcome.DONE;
  }

  @Override
  default boolean begins() {
    return false;
  }

  @Override
  default @Nullable LeaseId newLease() {
    return null;
  }

  /** A page of held keys; {@code next} is the cursor of the next page, 0 at the end. */
  record Page(List<Listed> keys, long next, long revision) implements PerShardReply {}

  record Listed(Key key, HolderView holder) {}

  /** The states of the first of the requested keys, in order, and of at least one. */
  record KeyStates(List<KeyState> states) implements PerShardReply {}

  /**
   * Leases that end soon. {@code complete}: none of those that end within seconds is missing.
   * {@code due}: about so many end within a minute unless renewed; exactly, when they are few.
   */
  record Soon(List<Listed> leases, boolean complete, long due) implements PerShardReply {}

  /**
   * The events of a key since {@code sinceSeconds} (from 2020-01-01). {@code complete} means that
   * these are all events since this server began to serve the shard; else older ones were dropped.
   */
  record Recalled(List<LeaseEvent> events, long sinceSeconds, boolean complete, List<Waiting> queue)
      implements PerShardReply {}

  /** A waiter, in the order of the queue, with the rest of its wait. */
  record Waiting(String holder, Mode mode, long remainingMillis) {}

  record SessionPage(List<SessionView> sessions, long next) implements PerShardReply {}

  /** The watch has begun at {@code revision}; {@code resync}: a snapshot comes first. */
  record Watching(long revision, boolean resync) implements PerShardReply {}

  record Unwatched() implements PerShardReply {}

  record Withdrawn() implements PerShardReply {}
}

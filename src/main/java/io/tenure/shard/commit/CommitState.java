package io.tenure.shard.commit;

import java.util.Map;
import java.util.Set;

/** The states of a {@link CommitLine}, with the permitted steps between them. */
enum CommitState {
  /** No call to the store is pending. */
  IDLE,
  /** A batch is on its way to the store. */
  IN_FLIGHT,
  /** The outcome of a batch is not known: it is sent again when it is time to retry. */
  UNSURE,
  /** The claim of the next epoch is pending, between two batches. */
  ADVANCING,
  /** The claim of the next epoch failed, and is made again when it is time to retry. */
  ADVANCE_FAILED,
  /** The store has lost durable data: nothing is sent until the journal is rewritten. */
  SUSPENDED,
  /** The journal is rewritten, and no batch is on its way to the store. */
  REWRITING,
  /** The journal is rewritten, and a batch is on its way to the store. */
  REWRITING_IN_FLIGHT,
  /** The journal is rewritten, and the outcome of a batch is not known. */
  REWRITING_UNSURE,
  /** The ownership is over: no batch is sent, and no effect leaves, any more. */
  BROKEN;

  static final TransitionTable<CommitState> TRANSITIONS =
      new TransitionTable<>(
          Map.of(
              IDLE, Set.of(IN_FLIGHT, ADVANCING, SUSPENDED, BROKEN),
              IN_FLIGHT, Set.of(IDLE, UNSURE, SUSPENDED, BROKEN),
              UNSURE, Set.of(IN_FLIGHT, SUSPENDED, BROKEN),
              ADVANCING, Set.of(IDLE, ADVANCE_FAILED, SUSPENDED, BROKEN),
              ADVANCE_FAILED, Set.of(IDLE, SUSPENDED, BROKEN),
              SUSPENDED, Set.of(REWRITING, BROKEN),
              REWRITING, Set.of(REWRITING_IN_FLIGHT, IDLE, SUSPENDED, BROKEN),
              REWRITING_IN_FLIGHT,
                  Set.of(REWRITING, REWRITING_UNSURE, IN_FLIGHT, SUSPENDED, BROKEN),
              REWRITING_UNSURE, Set.of(REWRITING_IN_FLIGHT, UNSURE, SUSPENDED, BROKEN)));

  /** Whether the next batch, or the claim of the next epoch, may be sent. */
  boolean isReady() {
    return this == IDLE || this == REWRITING;
  }

  /** Whether the store has not reported the outcome of the last batch, or claim. */
  boolean isUnsure() {
    return this == UNSURE || this == REWRITING_UNSURE || this == ADVANCE_FAILED;
  }

  /**
   * Whether the store has less than it has confirmed: until the store has everything, nothing is
   * durable.
   */
  boolean lacksChanges() {
    return this == SUSPENDED
        || this == REWRITING
        || this == REWRITING_IN_FLIGHT
        || this == REWRITING_UNSURE;
  }

  /** The state that follows when a batch is sent, first or once more. */
  CommitState onSent() {
    return lacksChanges() ? REWRITING_IN_FLIGHT : IN_FLIGHT;
  }

  /** The state that follows when a batch is durable. */
  CommitState onDurable() {
    return lacksChanges() ? REWRITING : IDLE;
  }

  /** The state that follows when the store does not report the outcome of the batch, or claim. */
  CommitState onSilence() {
    if (this == ADVANCING) {
      return ADVANCE_FAILED;
    }
    return lacksChanges() ? REWRITING_UNSURE : UNSURE;
  }

  /** The state that follows when the journal is whole again. */
  CommitState onWhole() {
    return switch (this) {
      case REWRITING -> IDLE;
      case REWRITING_IN_FLIGHT -> IN_FLIGHT;
      case REWRITING_UNSURE -> UNSURE;
      default -> this;
    };
  }
}

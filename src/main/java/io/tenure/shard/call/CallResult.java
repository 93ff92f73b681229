package io.tenure.shard.call;

import io.tenure.api.Outcome;
import io.tenure.api.Reply;

/** The result of a call to a shard: the reply of the shard, or the reason why there is none. */
public sealed interface CallResult {

  /** Handles each kind of result with one method. */
  interface Cases<R> {
    R said(Reply reply);

    R busy(long retryAfterMillis);

    R elsewhere();

    R unknown();
  }

  <R> R accept(Cases<R> cases);

  /** The outcome, in the vocabulary that all code outside of the shard shares. */
  Outcome outcome();

  record Said(Reply reply) implements CallResult {
    @Override
    public <R> R accept(Cases<R> cases) {
      return cases.said(reply);
    }

    @Override
    public Outcome outcome() {
      return reply.outcome();
    }
  }

  /**
   * Too many requests wait already. Nothing was applied; the caller should try again after a while.
   */
  record Busy(long retryAfterMillis) implements CallResult {
    @Override
    public <R> R accept(Cases<R> cases) {
      return cases.busy(retryAfterMillis);
    }

    @Override
    public Outcome outcome() {
      return Outcome.BUSY;
    }
  }

  /** This server does not own the shard at the moment. Nothing was applied. */
  record Elsewhere() implements CallResult {
    @Override
    public <R> R accept(Cases<R> cases) {
      return cases.elsewhere();
    }

    @Override
    public Outcome outcome() {
      return Outcome.UNAVAILABLE;
    }
  }

  /**
   * The request may have been applied or not; the caller should repeat it with the same requestId.
   */
  record Unknown() implements CallResult {
    @Override
    public <R> R accept(Cases<R> cases) {
      return cases.unknown();
    }

    @Override
    public Outcome outcome() {
      return Outcome.UNKNOWN;
    }
  }
}

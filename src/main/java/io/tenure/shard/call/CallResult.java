package io.tenure.shard.call;

import io.tenure.api.Outcome;
import io.tenure.api.Reply;

/** What comes back to the caller of a shard: its reply, or why there is none. */
public sealed interface CallResult {

  /** One method for each kind of result. */
  interface Cases<R> {
    R said(Reply reply);

    R busy(long retryAfterMillis);

    R elsewhere();

    R unknown();
  }

  <R> R accept(Cases<R> cases);

  /** In the vocabulary that everything outside of the shard shares. */
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

  /** Too much waits already. Nothing was applied: ask again after a while. */
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

  /** May or may not have been applied: ask again with the same requestId. */
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

package io.tenure.shard.call;

import io.tenure.api.Reply;
import io.tenure.shard.meter.CallOutcome;

/** What comes back to the caller of a shard: its reply, or why there is none. */
public sealed interface CallResult {

  /** As it is counted. */
  CallOutcome outcome();

  record Said(Reply reply) implements CallResult {
    @Override
    public CallOutcome outcome() {
      return CallOutcome.of(reply);
    }
  }

  /** Too much waits already. Nothing was applied: ask again after a while. */
  record Busy(long retryAfterMillis) implements CallResult {
    @Override
    public CallOutcome outcome() {
      return CallOutcome.BUSY;
    }
  }

  /** This server does not own the shard at the moment. Nothing was applied. */
  record Elsewhere() implements CallResult {
    @Override
    public CallOutcome outcome() {
      return CallOutcome.UNAVAILABLE;
    }
  }

  /** May or may not have been applied: ask again with the same requestId. */
  record Unknown() implements CallResult {
    @Override
    public CallOutcome outcome() {
      return CallOutcome.UNKNOWN;
    }
  }
}

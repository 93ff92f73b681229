package io.tenure.shard;

import io.tenure.api.Reply;

/** What comes back to whoever asked a shard: its reply, or why there is none. */
public sealed interface CallResult {

  record Said(Reply reply) implements CallResult {}

  /** Too much waits already. Nothing was applied: ask again after a while. */
  record Busy(long retryAfterMillis) implements CallResult {}

  /** This server does not own the shard at the moment. Nothing was applied. */
  record Elsewhere() implements CallResult {}

  /** May or may not have been applied: ask again with the same requestId. */
  record Unknown() implements CallResult {}
}

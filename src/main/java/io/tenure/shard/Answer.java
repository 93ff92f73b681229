package io.tenure.shard;

import io.tenure.core.Reply;

/** What comes back to whoever asked a shard: its reply, or why there is none. */
public sealed interface Answer {

  record Said(Reply reply) implements Answer {}

  /** Too much waits already. Nothing was applied: ask again after a while. */
  record Busy(long retryAfterMillis) implements Answer {}

  /** This server does not own the shard at the moment. Nothing was applied. */
  record Elsewhere() implements Answer {}

  /** May or may not have been applied: ask again with the same requestId. */
  record Unknown() implements Answer {}
}

package io.tenure.sim;

import io.tenure.api.Reply;

/** What comes back to a client. */
sealed interface Answer {

  record Said(Reply reply) implements Answer {}

  /** From the renewal path: milliseconds, or why not. */
  record Lasts(long millis) implements Answer {}

  /** It may have been applied or not: ask again with the same requestId. */
  record Unknown() implements Answer {}

  /** This server does not own the shard, or not yet. */
  record NotHere() implements Answer {}
}

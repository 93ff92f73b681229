package io.tenure.sim;

import io.tenure.api.Reply;

/** An answer to a client. */
sealed interface Answer {

  record Said(Reply reply) implements Answer {}

  /** An answer of the renewal path: milliseconds, or the reason of a refusal. */
  record Lasts(long millis) implements Answer {}

  /** The request may have been applied or not: the client repeats it with the same requestId. */
  record Unknown() implements Answer {}

  /** This server does not own the shard, or does not own it yet. */
  record NotHere() implements Answer {}
}

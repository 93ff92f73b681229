package io.tenure.fault;

import org.jspecify.annotations.Nullable;

/**
 * One thing asked and what came of it, by the asker's monotonic clock: sent no later than {@code
 * sentNanos}, told no earlier than {@code doneNanos}. The lease it is about is named by key and
 * token; {@code token} is 0 when an acquire has none yet, and the one presented at a fence.
 */
record Operation(
    Verb verb,
    String key,
    long token,
    @Nullable String requestId,
    String holder,
    String server,
    long sentNanos,
    long doneNanos,
    Told told) {

  /** What can be asked. */
  enum Verb {
    ACQUIRE,
    RENEW,
    RELEASE,
    RAISE,
    READ_MARK
  }

  /** So long the lease lives for certain, because the server heard this no earlier than sent. */
  long promisedUntilNanos() {
    return sentNanos + validForMillis() * 1_000_000;
  }

  /** Whether it tells that a lease is alive. */
  boolean grants() {
    return told instanceof Told.Granted || told instanceof Told.Renewed;
  }

  long validForMillis() {
    if (told instanceof Told.Granted granted) {
      return granted.validForMillis();
    }
    return told instanceof Told.Renewed renewed ? renewed.validForMillis() : 0;
  }

  /** The lease it told of. */
  long leaseToken() {
    return told instanceof Told.Granted granted ? granted.token() : token;
  }
}

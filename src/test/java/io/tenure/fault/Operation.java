package io.tenure.fault;

import org.jspecify.annotations.Nullable;

/**
 * One request and its result, by the monotonic clock of the holder. It was sent no later than
 * {@code sentNanos} and answered no earlier than {@code doneNanos}. Key and token name its lease;
 * {@code token} is 0 when an acquire has none yet, and the presented token at a fence.
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

  /** The kinds of requests. */
  enum Verb {
    ACQUIRE,
    RENEW,
    /** The keep-alive of its session has extended the lease. */
    KEEP,
    RELEASE,
    RAISE,
    READ_MARK
  }

  /**
   * The time until which the lease certainly lives: the server received the request after it was
   * sent.
   */
  long promisedUntilNanos() {
    return sentNanos + validForMillis() * 1_000_000;
  }

  /** Whether the answer reports a lease as alive. */
  boolean grants() {
    return told instanceof Told.Granted || told instanceof Told.Renewed;
  }

  long validForMillis() {
    if (told instanceof Told.Granted granted) {
      return granted.validForMillis();
    }
    return told instanceof Told.Renewed renewed ? renewed.validForMillis() : 0;
  }

  /** The lease that the answer reports. */
  long leaseToken() {
    return told instanceof Told.Granted granted ? granted.token() : token;
  }
}

package io.tenure.client.error;

import io.tenure.api.Reply;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Somebody else owns the key, or it is barred for a while. */
public final class HeldException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final @Nullable String holder;
  private final long token;
  private final @Nullable Instant since;
  private final @Nullable Duration remaining;
  private final long waiters;
  private final int quarantinedShard;

  HeldException(String key, Problem problem) {
    super(message(key, problem), problem.code().name(), problem.code().isRetryable(), null);
    this.key = key;
    holder = problem.more().get("holder") instanceof String name ? name : null;
    token = ClientErrors.number(problem, "token", 0);
    since = problem.more().get("since") instanceof String then ? Instant.parse(then) : null;
    long millis = ClientErrors.number(problem, "remainingMs", -1);
    remaining = millis < 0 ? null : Duration.ofMillis(millis);
    waiters = ClientErrors.number(problem, "waiters", 0);
    quarantinedShard = shard(problem);
  }

  private static String message(String key, Problem problem) {
    Object holder = problem.more().get("holder");
    if (holder != null) {
      return key + " is held by " + holder + ", token " + problem.more().get("token");
    }
    return shard(problem) == Reply.NO_SHARD
        ? key + " is barred for a while after it was lost"
        : key + " is in shard " + shard(problem) + ", which is in quarantine";
  }

  private static int shard(Problem problem) {
    return (int) ClientErrors.number(problem, Problem.QUARANTINED_SHARD, Reply.NO_SHARD);
  }

  public String key() {
    return key;
  }

  /** One of them, when there are several; empty when nobody holds it and it is barred. */
  public Optional<String> holder() {
    return Optional.ofNullable(holder);
  }

  /** Of the lease that stands in the way; 0 when nobody holds the key. */
  public long token() {
    return token;
  }

  /** By the wall clock of the server. Empty when nobody holds the key. */
  public Optional<Instant> since() {
    return Optional.ofNullable(since);
  }

  /** For how long still, unless it is renewed. Empty when it lives as long as a session. */
  public Optional<Duration> remaining() {
    return Optional.ofNullable(remaining);
  }

  /** Who wait for it already. */
  public long waiters() {
    return waiters;
  }

  /** The shard of the key, when nobody is granted it because that is in quarantine. */
  public OptionalInt quarantinedShard() {
    return ClientErrors.shard(quarantinedShard);
  }

  @Override
  public Optional<Duration> retryAfter() {
    return remaining();
  }
}

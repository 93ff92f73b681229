package io.tenure.client.error;

import io.tenure.api.Reply;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Reports that another holder has the key, or that the key is locked for a while. */
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
        ? key + " has no holder, and is locked for a while (lock-delay)"
        : key + " is in shard " + shard(problem) + ", which is in quarantine";
  }

  private static int shard(Problem problem) {
    return (int) ClientErrors.number(problem, Problem.QUARANTINED_SHARD, Reply.NO_SHARD);
  }

  public String key() {
    return key;
  }

  /** Returns the holder, or one of several; empty when the key is locked and has no holder. */
  public Optional<String> holder() {
    return Optional.ofNullable(holder);
  }

  /** Returns the token of the lease that has the key; 0 when the key has no holder. */
  public long token() {
    return token;
  }

  /**
   * Returns the time of the grant by the wall clock of the server; empty when the key has no
   * holder.
   */
  public Optional<Instant> since() {
    return Optional.ofNullable(since);
  }

  /**
   * Returns how long the lease still lasts unless it is renewed; empty when the lease lives as long
   * as a session.
   */
  public Optional<Duration> remaining() {
    return Optional.ofNullable(remaining);
  }

  /** Returns how many waiters the key has already. */
  public long waiters() {
    return waiters;
  }

  /** Returns the shard of the key, if no lease is granted because that shard is in quarantine. */
  public OptionalInt quarantinedShard() {
    return ClientErrors.shard(quarantinedShard);
  }

  @Override
  public Optional<Duration> retryAfter() {
    return remaining();
  }
}

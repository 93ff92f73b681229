package io.tenure.client;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.Value;
import io.tenure.wire.ClientRequest;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a holder asks for: a key, for how long at a time, and on what terms. Each {@code with...}
 * returns another claim.
 *
 * @param holder null: that of the client
 * @param ttl zero under a session
 * @param patience how long to stand in the queue; zero: not at all
 * @param session the id of the session it shall live with
 * @param hardTtl a lease that has lapsed is kept for its holder so long while nobody asks for the
 *     key; zero: it is not
 * @param lockDelay for how long the key stays barred when the lease is lost and not released
 * @param maxLifetime beyond which no renewal takes the lease; zero: there is no such time. It binds
 *     one holder's name: whoever the lease is handed to begins afresh
 * @param requestId by which a repetition is known; null: the client makes one
 */
public record Claim(
    String key,
    @Nullable String holder,
    Duration ttl,
    Duration patience,
    Mode mode,
    @Nullable Value value,
    @Nullable String session,
    Duration hardTtl,
    Duration lockDelay,
    Duration maxLifetime,
    @Nullable String requestId) {

  public Claim {
    Key.of(key);
    notNegative("ttl", ttl);
    notNegative("wait", patience);
    notNegative("hardTtl", hardTtl);
    notNegative("lockDelay", lockDelay);
    notNegative("maxLifetime", maxLifetime);
  }

  public static Claim of(String key, Duration ttl) {
    return new Claim(
        key,
        null,
        ttl,
        Duration.ZERO,
        Mode.EXCLUSIVE,
        null,
        null,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        null);
  }

  /** For a lease that lives as long as its session. */
  public static Claim under(String sessionId, String key) {
    return of(key, Duration.ZERO).under(sessionId);
  }

  public Claim withHolder(String name) {
    return new Claim(
        key, name, ttl, patience, mode, value, session, hardTtl, lockDelay, maxLifetime, requestId);
  }

  public Claim withWait(Duration longest) {
    return new Claim(
        key,
        holder,
        ttl,
        longest,
        mode,
        value,
        session,
        hardTtl,
        lockDelay,
        maxLifetime,
        requestId);
  }

  public Claim withMode(Mode wanted) {
    return new Claim(
        key,
        holder,
        ttl,
        patience,
        wanted,
        value,
        session,
        hardTtl,
        lockDelay,
        maxLifetime,
        requestId);
  }

  /** One of so many holders, each with a number of its own. */
  public Claim withSlots(int count) {
    return withMode(Mode.slots(count));
  }

  /** For all to see, such as an address. */
  public Claim withValue(Value shown) {
    return new Claim(
        key,
        holder,
        ttl,
        patience,
        mode,
        shown,
        session,
        hardTtl,
        lockDelay,
        maxLifetime,
        requestId);
  }

  public Claim withValue(String shown) {
    return withValue(Value.of(shown));
  }

  /** The same under a session, which says for how long. */
  public Claim under(String sessionId) {
    return new Claim(
        key,
        holder,
        Duration.ZERO,
        patience,
        mode,
        value,
        sessionId,
        Duration.ZERO,
        lockDelay,
        maxLifetime,
        requestId);
  }

  public Claim withHardTtl(Duration hard) {
    return new Claim(
        key, holder, ttl, patience, mode, value, session, hard, lockDelay, maxLifetime, requestId);
  }

  public Claim withLockDelay(Duration delay) {
    return new Claim(
        key, holder, ttl, patience, mode, value, session, hardTtl, delay, maxLifetime, requestId);
  }

  public Claim withMaxLifetime(Duration longest) {
    return new Claim(
        key, holder, ttl, patience, mode, value, session, hardTtl, lockDelay, longest, requestId);
  }

  /** Unguessable, such as a UUID: whoever knows it may be given the leaseId. */
  public Claim withRequestId(String id) {
    return new Claim(
        key, holder, ttl, patience, mode, value, session, hardTtl, lockDelay, maxLifetime, id);
  }

  /**
   * Returns the request that acquires this claim.
   *
   * @hidden for this module
   */
  @SuppressWarnings("exports")
  public ClientRequest ask() {
    ClientRequest ask =
        ClientRequest.of(Operation.ACQUIRE)
            .with("key", key)
            .with("holder", holder)
            .withMillis("ttl", ttl.toMillis())
            .withMillis("wait", patience.toMillis())
            .with("requestId", requestId)
            .with("session", session)
            .with("value", value)
            .withMillis("hardTtl", hardTtl.toMillis())
            .withMillis("lockDelay", lockDelay.toMillis())
            .withMillis("maxLifetime", maxLifetime.toMillis());
    return mode.kind() == Mode.Kind.SLOTS
        ? ask.with("slots", mode.slots())
        : ask.with("mode", mode.kind().name().toLowerCase(Locale.ROOT));
  }

  private static void notNegative(String field, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidFieldException(field, "is negative; use a duration from now on");
    }
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return "Claim[key=" + key + ", holder=" + holder + ", ttl=" + ttl + ", mode=" + mode + "]";
  }
}

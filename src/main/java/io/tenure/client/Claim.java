package io.tenure.client;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.Value;
import io.tenure.wire.ClientRequest;
import io.tenure.wire.Spelling;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a holder asks for: a key, for how long at a time, and on what terms. Each {@code with...}
 * returns another claim.
 *
 * @param holder null: that of the client
 * @param patience how long to stand in the queue; zero: not at all
 * @param requestId by which a repetition is known; null: the client makes one
 */
public record Claim(
    String key,
    @Nullable String holder,
    Life life,
    Duration patience,
    Mode mode,
    @Nullable Value value,
    @Nullable String requestId) {

  /**
   * How long the lease lives.
   *
   * @param ttl zero under a session
   * @param session the id of the session it shall live with
   * @param hardTtl a lease that has lapsed is kept for its holder so long while no caller asks for
   *     the key; zero: it is not
   * @param lockDelay for how long the key stays barred when the lease is lost and not released
   * @param maxLifetime beyond which no renewal takes the lease; zero: there is no such time. It
   *     binds one holder's name: a holder that the lease is handed to begins afresh
   */
  public record Life(
      Duration ttl,
      @Nullable String session,
      Duration hardTtl,
      Duration lockDelay,
      Duration maxLifetime) {

    public Life {
      notNegative("ttl", ttl);
      notNegative("hardTtl", hardTtl);
      notNegative("lockDelay", lockDelay);
      notNegative("maxLifetime", maxLifetime);
    }
  }

  public Claim {
    Key.of(key);
    notNegative("wait", patience);
  }

  public static Claim of(String key, Duration ttl) {
    Life life = new Life(ttl, null, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    return new Claim(key, null, life, Duration.ZERO, Mode.EXCLUSIVE, null, null);
  }

  /** For a lease that lives as long as its session. */
  public static Claim under(String sessionId, String key) {
    return of(key, Duration.ZERO).under(sessionId);
  }

  public Claim withHolder(String name) {
    return new Claim(key, name, life, patience, mode, value, requestId);
  }

  public Claim withWait(Duration longest) {
    return new Claim(key, holder, life, longest, mode, value, requestId);
  }

  public Claim withMode(Mode wanted) {
    return new Claim(key, holder, life, patience, wanted, value, requestId);
  }

  /** One of so many holders, each with a number of its own. */
  public Claim withSlots(int count) {
    return withMode(Mode.slots(count));
  }

  /** For all to see, such as an address. */
  public Claim withValue(Value shown) {
    return new Claim(key, holder, life, patience, mode, shown, requestId);
  }

  public Claim withValue(String shown) {
    return withValue(Value.of(shown));
  }

  /** The same under a session, which says for how long. */
  public Claim under(String sessionId) {
    return living(new Life(Duration.ZERO, sessionId, Duration.ZERO, lockDelay(), maxLifetime()));
  }

  public Claim withHardTtl(Duration hard) {
    return living(new Life(ttl(), session(), hard, lockDelay(), maxLifetime()));
  }

  public Claim withLockDelay(Duration delay) {
    return living(new Life(ttl(), session(), hardTtl(), delay, maxLifetime()));
  }

  public Claim withMaxLifetime(Duration longest) {
    return living(new Life(ttl(), session(), hardTtl(), lockDelay(), longest));
  }

  /** Unguessable, such as a UUID: whoever knows it may be given the leaseId. */
  public Claim withRequestId(String id) {
    return new Claim(key, holder, life, patience, mode, value, id);
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
            .withMillis("ttl", ttl().toMillis())
            .withMillis("wait", patience.toMillis())
            .with("requestId", requestId)
            .with("session", session())
            .with("value", value)
            .withMillis("hardTtl", hardTtl().toMillis())
            .withMillis("lockDelay", lockDelay().toMillis())
            .withMillis("maxLifetime", maxLifetime().toMillis());
    return mode.kind() == Mode.Kind.SLOTS
        ? ask.with("slots", mode.slots())
        : ask.with("mode", Spelling.of(mode.kind()));
  }

  private Claim living(Life other) {
    return new Claim(key, holder, other, patience, mode, value, requestId);
  }

  public Duration ttl() {
    return life.ttl();
  }

  public @Nullable String session() {
    return life.session();
  }

  public Duration hardTtl() {
    return life.hardTtl();
  }

  public Duration lockDelay() {
    return life.lockDelay();
  }

  public Duration maxLifetime() {
    return life.maxLifetime();
  }

  private static void notNegative(String field, Duration duration) {
    if (duration.isNegative()) {
      throw new InvalidFieldException(field, "is negative; use a duration from now on");
    }
  }

  /** Without the credentials. */
  @Override
  public String toString() {
    return "Claim[key=" + key + ", holder=" + holder + ", ttl=" + ttl() + ", mode=" + mode + "]";
  }
}

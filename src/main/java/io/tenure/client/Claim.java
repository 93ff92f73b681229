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
 * Describes the lease that a holder asks for: its key, its times and its mode. Each {@code with...}
 * method returns a new claim.
 *
 * @param holder the name of the holder; null: the name of the client
 * @param patience how long to wait in the queue; zero: not at all
 * @param requestId identifies a repetition of the request; null: the client makes one
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
   * The times of a lease, and the session that it lives under.
   *
   * @param ttl how long the lease lasts after each renewal; zero under a session
   * @param session the id of the session that the lease lives under; null: none
   * @param hardTtl how long a lease that has lapsed stays with its holder while no other caller
   *     asks for the key; zero: not at all
   * @param lockDelay how long the key stays locked when the lease is lost and not released
   * @param maxLifetime the time that no renewal extends the lease beyond; zero: there is no such
   *     limit. The limit binds one holder's name: when the lease is handed over, the time of the
   *     next holder begins anew
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
    Key.of(key).checkCharacters();
    notNegative("wait", patience);
  }

  public static Claim of(String key, Duration ttl) {
    Life life = new Life(ttl, null, Duration.ZERO, Duration.ZERO, Duration.ZERO);
    return new Claim(key, null, life, Duration.ZERO, Mode.EXCLUSIVE, null, null);
  }

  /** Returns a claim of a lease that lives as long as its session. */
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

  /** Returns this claim for one of {@code count} slots: each holder has a number of its own. */
  public Claim withSlots(int count) {
    return withMode(Mode.slots(count));
  }

  /** Returns this claim with a value that every caller can see, such as an address. */
  public Claim withValue(Value shown) {
    return new Claim(key, holder, life, patience, mode, shown, requestId);
  }

  public Claim withValue(String shown) {
    return withValue(Value.of(shown));
  }

  /** Returns this claim under a session, which decides how long the lease lives. */
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

  /**
   * Returns this claim with a requestId. The requestId must be unguessable, such as a UUID: a
   * caller that knows the requestId may be given the leaseId.
   */
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

  /** Omits the credentials. */
  @Override
  public String toString() {
    return "Claim[key=" + key + ", holder=" + holder + ", ttl=" + ttl() + ", mode=" + mode + "]";
  }
}

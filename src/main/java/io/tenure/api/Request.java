package io.tenure.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a shard. Each is answered by exactly one {@link Reply}; a mutation with a
 * {@code requestId} may be repeated and has its effect once.
 */
public sealed interface Request {

  /** Null when the request has none: then a repetition is another request. */
  default @Nullable String requestId() {
    return null;
  }

  /** What an operator does to the leases of others: it is audited, and a server may forbid it. */
  sealed interface ByOperator extends Request {}

  /**
   * Own {@code key}. Under a session the lease has no ttl of its own ({@code ttlMillis} and {@code
   * hardTtlMillis} are 0). {@code waitMillis}, {@code lockDelayMillis}, {@code hardTtlMillis} and
   * {@code maxLifetimeMillis} are off when 0.
   */
  record Acquire(
      Key key,
      Mode mode,
      String holder,
      long ttlMillis,
      long waitMillis,
      @Nullable String requestId,
      @Nullable LeaseId session,
      @Nullable Value value,
      long hardTtlMillis,
      long lockDelayMillis,
      long maxLifetimeMillis)
      implements Request {

    /** Without the requestId: who knows it is given the leaseId. */
    @Override
    public String toString() {
      return "Acquire[key=" + key + ", holder=" + holder + ", mode=" + mode + "]";
    }

    /** The same with another maxLifetime. */
    public Acquire lastingAtMost(long millis) {
      return new Acquire(
          key,
          mode,
          holder,
          ttlMillis,
          waitMillis,
          requestId,
          session,
          value,
          hardTtlMillis,
          lockDelayMillis,
          millis);
    }

    public static Builder of(Key key, String holder) {
      return new Builder(key, holder);
    }

    /** Names what it sets; what is not named is off. */
    public static final class Builder {
      private final Key key;
      private final String holder;
      private Mode mode = Mode.EXCLUSIVE;
      private long ttlMillis;
      private long waitMillis;
      private @Nullable String requestId;
      private @Nullable LeaseId session;
      private @Nullable Value value;
      private long hardTtlMillis;
      private long lockDelayMillis;
      private long maxLifetimeMillis;

      private Builder(Key key, String holder) {
        this.key = key;
        this.holder = holder;
      }

      public Builder mode(Mode wanted) {
        mode = wanted;
        return this;
      }

      public Builder ttl(long millis) {
        ttlMillis = millis;
        return this;
      }

      public Builder under(LeaseId bound) {
        session = bound;
        return this;
      }

      public Builder waiting(long millis) {
        waitMillis = millis;
        return this;
      }

      public Builder requestId(String id) {
        requestId = id;
        return this;
      }

      public Builder value(Value shown) {
        value = shown;
        return this;
      }

      public Builder hardTtl(long millis) {
        hardTtlMillis = millis;
        return this;
      }

      public Builder lockDelay(long millis) {
        lockDelayMillis = millis;
        return this;
      }

      public Builder maxLifetime(long millis) {
        maxLifetimeMillis = millis;
        return this;
      }

      public Acquire build() {
        return new Acquire(
            key,
            mode,
            holder,
            ttlMillis,
            waitMillis,
            requestId,
            session,
            value,
            hardTtlMillis,
            lockDelayMillis,
            maxLifetimeMillis);
      }
    }
  }

  /**
   * Renew one lease or many. Each has a {@link RenewalReply} of its own. A single one is answered
   * when its lease's last change is durable; among many, one that is not yet durable is answered
   * {@link RenewalReply.Pending}, so that it delays no neighbour.
   */
  record Renew(List<LeaseId> leases) implements Request {
    public static Renew one(LeaseId lease) {
      return new Renew(List.of(lease));
    }
  }

  record Release(LeaseId lease) implements Request {}

  /**
   * End the tenure of whoever holds {@code key}: an operator's act. {@code token} is the one the
   * operator saw, 0 for any. {@code graceMillis} 0 ends it at once; {@link #GRACE_TTL} when its ttl
   * does; else after that long. During the grace renewals no longer extend.
   */
  record Break(Key key, long token, long graceMillis, String reason, @Nullable String requestId)
      implements ByOperator {}

  long GRACE_TTL = -1;

  /** Hand the key to {@code holder}, or to the head of the queue when null, under a new token. */
  record Transfer(LeaseId lease, @Nullable String holder, @Nullable String requestId)
      implements Request {}

  record SetValue(LeaseId lease, @Nullable Value value, @Nullable String requestId)
      implements Request {}

  record Inspect(LeaseId lease) implements Request {}

  record Look(Key key) implements Request {}

  /** A page of held keys; {@code cursor} is 0 or what the page before answered. */
  record Browse(String prefix, long cursor, int limit) implements Request {}

  /**
   * A page of held keys that start with {@code prefix}, have {@code part} in them and are held by
   * {@code holder}; what is empty does not matter. Cursor and limit are those of {@link Browse}.
   */
  record Find(String prefix, String part, String holder, long cursor, int limit)
      implements Request {}

  /**
   * {@link Look} at some keys of this shard, but end nobody; the answer may be of the first only.
   */
  record LookAll(List<Key> keys) implements Request {}

  /** The leases that end next, unless they are renewed: {@code limit} of them. */
  record Soonest(int limit) implements Request {}

  /** What became of a key lately, and who waits for it. */
  record Recall(Key key) implements Request {}

  /** A page of sessions; cursor and limit are those of {@link Browse}. */
  record BrowseSessions(long cursor, int limit) implements Request {}

  /** What a session keeps on this shard, which need not be its home. */
  record Kept(LeaseId session, int limit) implements Request {}

  record OpenSession(String holder, long ttlMillis, @Nullable String requestId) implements Request {

    /** Without the requestId: who knows it is given the session's id. */
    @Override
    public String toString() {
      return "OpenSession[holder=" + holder + ", ttlMillis=" + ttlMillis + "]";
    }
  }

  record KeepAlive(LeaseId session) implements Request {}

  record CloseSession(LeaseId session) implements Request {}

  record InspectSession(LeaseId session) implements Request {}

  /** Accept {@code token} at the fence if none larger was seen, and remember it. */
  record RaiseFence(String fence, long token) implements Request {}

  record ReadFence(String fence) implements Request {}

  /** Delete the fence, if its mark is still {@code token}: an operator's act. */
  record DropFence(String fence, long token) implements ByOperator {}

  /**
   * End the quarantine of {@code shard}, which is the one that is asked: an operator's act, who
   * vouches that no holder believes in a lease that was lost.
   */
  record EndQuarantine(int shard, String reason) implements ByOperator {}

  /**
   * Follow every change of {@code key}, or of the keys that start with {@code prefix} when {@code
   * key} is null, after revision {@code from} ({@link #FROM_NOW}: from now on). The ticket becomes
   * the name of the watcher.
   */
  record Watch(@Nullable Key key, String prefix, long from) implements Request {}

  long FROM_NOW = -1;

  record Unwatch(long watcher) implements Request {}

  /** Leave the queue: {@code waiting} is the ticket of the acquire that waits. */
  record Withdraw(long waiting) implements Request {}
}

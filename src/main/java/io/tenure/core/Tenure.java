package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable image of a lease or a session. Holds no instants but {@code sinceSeconds}, which is
 * shown to people: every remaining time starts afresh on recovery.
 */
public sealed interface Tenure {

  Common common();

  /** The same tenure with these requestIds, the latest first. */
  Tenure withRequestIds(List<String> requestIds);

  /** The size of its key, holder and value. */
  int textBytes();

  /**
   * For how long at most its holder may believe in it without asking again, and its key is locked
   * by the lock-delay after that. The ttl of the session that a lease lives with comes before it.
   */
  long promisedMillis();

  default int row() {
    return common().row;
  }

  default long token() {
    return common().token;
  }

  /** The 128 bits that make a leaseId or a sessionId unguessable. */
  record Secret(long high, long low) {

    /** Nothing: a caller that knows the secret may act as the holder. */
    @Override
    public String toString() {
      return "Secret[]";
    }
  }

  /**
   * What leases and sessions have in common.
   *
   * @param requestIds as {@link RequestIds} spells them, the latest first
   * @param sinceSeconds when it began, in seconds since 2020-01-01
   */
  record Common(
      int row,
      long token,
      Secret secret,
      String holder,
      long ttlMillis,
      List<String> requestIds,
      long sinceSeconds) {

    private Common with(List<String> otherIds) {
      return new Common(row, token, secret, holder, ttlMillis, otherIds, sinceSeconds);
    }

    /** Without the requestIds: a caller that knows one may act as the holder. */
    @Override
    public String toString() {
      return "row=" + row + ", token=" + token + ", holder=" + holder;
    }
  }

  /** The times that only some leases have; 0 is none. */
  record RareTimes(long hardTtlMillis, long lockDelayMillis, long maxLifetimeMillis) {

    public static final RareTimes NONE = new RareTimes(0, 0, 0);
  }

  record Session(Common common) implements Tenure {

    @Override
    public Session withRequestIds(List<String> requestIds) {
      return new Session(common.with(requestIds));
    }

    @Override
    public int textBytes() {
      return common.holder.length();
    }

    @Override
    public long promisedMillis() {
      return common.ttlMillis;
    }
  }

  /**
   * A lease.
   *
   * @param slotNumber the slot that its holder has, or -1 when the mode has none
   * @param session the session that it lives with
   */
  record Lease(
      Common common,
      Key key,
      Mode mode,
      int slotNumber,
      RareTimes times,
      @Nullable LeaseId session,
      @Nullable Value value)
      implements Tenure {

    /** An exclusive lease of {@code key} that has nothing else. */
    public static Lease plain(Common common, Key key) {
      return new Lease(common, key, Mode.EXCLUSIVE, -1, RareTimes.NONE, null, null);
    }

    @Override
    public Lease withRequestIds(List<String> requestIds) {
      return new Lease(common.with(requestIds), key, mode, slotNumber, times, session, value);
    }

    @Override
    public int textBytes() {
      return key.size() + common.holder.length() + (value == null ? 0 : value.size());
    }

    @Override
    public long promisedMillis() {
      return Math.max(common.ttlMillis, times.hardTtlMillis) + times.lockDelayMillis;
    }

    /** Neither the id of its session, which permits to end it, nor its value. */
    @Override
    public String toString() {
      return "Lease[" + common + ", key=" + key + "]";
    }
  }
}

package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable image of a lease or a session. It has no instant except {@code sinceSeconds}, which
 * is shown to people: every remaining time starts anew on recovery.
 */
public sealed interface TenureImage {

  Common common();

  /** Returns the same tenure with these requestIds, the latest first. */
  TenureImage withRequestIds(List<String> requestIds);

  /** Returns the size of the key, the holder and the value. */
  int textBytes();

  /**
   * Returns the longest time for which the holder may believe in the tenure without asking again,
   * plus the lock-delay of the key after that. For a lease under a session, the ttl of the session
   * is added to this time.
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

    /** Returns no part of the secret: a caller that knows it may act as the holder. */
    @Override
    public String toString() {
      return "Secret[]";
    }
  }

  /**
   * The fields that leases and sessions have in common.
   *
   * @param requestIds the ids as {@link RequestIds} spells them, the latest first
   * @param sinceSeconds the time of the beginning, in seconds since 2020-01-01
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

    /** Omits the requestIds: a caller that knows one may act as the holder. */
    @Override
    public String toString() {
      return "row=" + row + ", token=" + token + ", holder=" + holder;
    }
  }

  /** The times that only some leases have; 0 means none. */
  record RareTimes(long hardTtlMillis, long lockDelayMillis, long maxLifetimeMillis) {

    public static final RareTimes NONE = new RareTimes(0, 0, 0);
  }

  record Session(Common common) implements TenureImage {

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
   * @param slotNumber the slot of the holder, or -1 when the mode has no slots
   * @param session the session that the lease lives with
   */
  record Lease(
      Common common,
      Key key,
      Mode mode,
      int slotNumber,
      RareTimes times,
      @Nullable LeaseId session,
      @Nullable Value value)
      implements TenureImage {

    /** Returns an exclusive lease of {@code key} without any optional part. */
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

    /** Omits the sessionId, with which a caller may end the session, and the value. */
    @Override
    public String toString() {
      return "Lease[" + common + ", key=" + key + "]";
    }
  }
}

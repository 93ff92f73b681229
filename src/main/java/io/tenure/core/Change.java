package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of the durable state of a shard. The same change is applied in memory, written to the
 * store, and replayed on recovery.
 */
public sealed interface Change {

  /** Handles each kind of change. A visitor that lacks a kind does not compile. */
  interface Visitor {

    void begin(Begin begin);

    void revalue(Revalue revalue);

    void endAfterGrace(EndAfterGrace end);

    void enrol(Enrol enrol);

    void end(End end);

    void forget(Forget forget);

    void beginLockDelay(BeginLockDelay begin);

    void endLockDelay(EndLockDelay end);

    void raiseFence(RaiseFence raise);

    void dropFence(DropFence drop);
  }

  void accept(Visitor visitor);

  /** The size in bytes of a record without the texts, which may be long. */
  int BYTES_LEAST = 128;

  /** Returns the approximate size in bytes of the record of this change. */
  int bytes();

  /**
   * Returns the longest time for which this change may keep other callers from a key, counted from
   * the loss of the change. For that time a server that has lost the change must grant nothing. 0
   * means no time.
   */
  long promisedMillis();

  /**
   * Returns whether a holder or a resource relies on this change for longer than any quarantine
   * lasts.
   */
  boolean outlastsQuarantines();

  /**
   * The beginning of a tenure, which overwrites the record at its row.
   *
   * @param sessionTtlMillis the ttl of the session that the lease lives with; 0 when the lease has
   *     no session, or when the change was read from a journal, which does not store this ttl
   */
  record Begin(TenureImage tenure, long sessionTtlMillis) implements Change {

    public Begin(TenureImage tenure) {
      this(tenure, 0);
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.begin(this);
    }

    /**
     * Returns the time for which the holder believes in a lease, plus the lock-delay after it. A
     * lease under a session is believed in for the ttl of the session.
     */
    @Override
    public long promisedMillis() {
      return sessionTtlMillis + tenure.promisedMillis();
    }

    /**
     * Returns true for a lease under a session: the holder believes in the lease while it keeps the
     * session alive.
     */
    @Override
    public boolean outlastsQuarantines() {
      return tenure instanceof TenureImage.Lease lease && lease.session() != null;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + tenure.textBytes();
    }
  }

  record Revalue(int row, long token, @Nullable Value value, @Nullable String requestId)
      implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.revalue(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + (value == null ? 0 : value.size());
    }
  }

  /**
   * An end of a tenure {@code graceMillis} from now, which renewals do not put off. A lease then
   * ends as broken, a session as expired.
   */
  record EndAfterGrace(
      int row, long token, long graceMillis, String reason, @Nullable String requestId)
      implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.endAfterGrace(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    /** Returns true, because a session that runs out must not be kept alive again. */
    @Override
    public boolean outlastsQuarantines() {
      return true;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST;
    }
  }

  /** The complete list of other shards that may have leases of the session from now on. */
  record Enrol(int row, long token, List<SessionGuestShard> guests) implements Change {

    /** The size of the number of a shard, the number of its ownership, and the separators. */
    private static final int GUEST_BYTES = 24;

    @Override
    public void accept(Visitor visitor) {
      visitor.enrol(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    /**
     * Returns true: the holder believes in leases of the session while it keeps the session alive.
     */
    @Override
    public boolean outlastsQuarantines() {
      return true;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + guests.size() * GUEST_BYTES;
    }
  }

  /**
   * The end of a tenure. With {@code remembered} the record stays in the store as ended, because a
   * repeated requestId or a lease of this session must find it. Otherwise the store deletes the
   * record.
   */
  record End(int row, long token, EndReason how, @Nullable String requestId, boolean remembered)
      implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.end(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST;
    }
  }

  /** The deletion of the record of an ended tenure, about which no caller can ask any more. */
  record Forget(int row, long token) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.forget(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST;
    }
  }

  record BeginLockDelay(Key key, long millis) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.beginLockDelay(this);
    }

    @Override
    public long promisedMillis() {
      return millis;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + key.size();
    }
  }

  record EndLockDelay(Key key) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.endLockDelay(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + key.size();
    }
  }

  record RaiseFence(String fence, long token) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.raiseFence(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    /**
     * Returns true, because a resource relies for ever on the mark, which no later change raises
     * again.
     */
    @Override
    public boolean outlastsQuarantines() {
      return true;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }

  /**
   * The deletion of a fence by an operator. The mark of the fence is 0 again, as before its first
   * use.
   */
  record DropFence(String fence) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.dropFence(this);
    }

    @Override
    public long promisedMillis() {
      return 0;
    }

    @Override
    public boolean outlastsQuarantines() {
      return false;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }
}

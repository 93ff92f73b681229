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

  /** Takes one change of each kind: a kind that is forgotten does not compile. */
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

  /** The size of a record without texts that may be long. */
  int BYTES_LEAST = 128;

  /** The approximate size of its record. */
  default int bytes() {
    return BYTES_LEAST;
  }

  /**
   * For how long it may keep other callers from a key, counted from its loss: for so long a server
   * that no longer knows of it must grant nothing. 0: not at all.
   */
  default long promisedMillis() {
    return 0;
  }

  /** Whether a holder or a resource relies on it for longer than any quarantine lasts. */
  default boolean outlastsQuarantines() {
    return false;
  }

  /**
   * A tenure begins: the record at its row is overwritten.
   *
   * @param sessionTtlMillis of the session that the lease lives with; 0: it has none, or a journal
   *     tells of it, which does not keep this
   */
  record Begin(Tenure tenure, long sessionTtlMillis) implements Change {

    public Begin(Tenure tenure) {
      this(tenure, 0);
    }

    @Override
    public void accept(Visitor visitor) {
      visitor.begin(this);
    }

    /** A lease under a session is believed in for as long as that, and then locked. */
    @Override
    public long promisedMillis() {
      return sessionTtlMillis + tenure.promisedMillis();
    }

    /** Its holder believes in a lease under a session while it keeps the session alive. */
    @Override
    public boolean outlastsQuarantines() {
      return tenure instanceof Tenure.Lease lease && lease.session() != null;
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
    public int bytes() {
      return BYTES_LEAST + (value == null ? 0 : value.size());
    }
  }

  /**
   * From now on renewals do not extend: it ends {@code graceMillis} from now, a lease as broken, a
   * session as expired.
   */
  record EndAfterGrace(
      int row, long token, long graceMillis, String reason, @Nullable String requestId)
      implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.endAfterGrace(this);
    }

    /** A session that runs out must not be kept alive again. */
    @Override
    public boolean outlastsQuarantines() {
      return true;
    }
  }

  /** From now on these shards, and no others, may keep leases of the session. */
  record Enrol(int row, long token, List<GuestShard> guests) implements Change {

    /** A number of a shard, one of its ownership, and what separates them. */
    private static final int GUEST_BYTES = 24;

    @Override
    public void accept(Visitor visitor) {
      visitor.enrol(this);
    }

    /** Its holder believes in leases of a session while it keeps the session alive. */
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
   * The tenure is over. {@code remembered}: keep the record as ended, because a repeated requestId
   * or a lease of this session must find it; else delete it.
   */
  record End(int row, long token, EndReason how, @Nullable String requestId, boolean remembered)
      implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.end(this);
    }
  }

  /** No caller can ask about this ended tenure any more: delete its record. */
  record Forget(int row, long token) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.forget(this);
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
    public int bytes() {
      return BYTES_LEAST + key.size();
    }
  }

  record RaiseFence(String fence, long token) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.raiseFence(this);
    }

    /** A resource relies for ever on the mark, which no later change raises again. */
    @Override
    public boolean outlastsQuarantines() {
      return true;
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }

  /** An operator deletes the fence: its mark is 0 again, as before it was first used. */
  record DropFence(String fence) implements Change {
    @Override
    public void accept(Visitor visitor) {
      visitor.dropFence(this);
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }
}

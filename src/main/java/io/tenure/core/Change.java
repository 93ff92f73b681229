package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.Key;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step of a shard's durable state. The same word is applied in memory, kept by the store, and
 * replayed on recovery.
 */
public sealed interface Change {

  /** Of its record, without texts that may be long. */
  int BYTES_LEAST = 128;

  /** How much there is to keep, about. */
  default int bytes() {
    return BYTES_LEAST;
  }

  /**
   * For how long what it says may keep others from a key, counted from when it was lost: so long
   * must nothing be granted by a server that no longer knows of it. 0: not at all.
   */
  default long promisedMillis() {
    return 0;
  }

  /** A tenure begins: the record at its row is overwritten. */
  record Begin(Tenure tenure) implements Change {
    @Override
    public long promisedMillis() {
      return tenure.promisedMillis();
    }

    @Override
    public int bytes() {
      return BYTES_LEAST + tenure.textBytes();
    }
  }

  record Revalue(int row, long token, @Nullable Value value, @Nullable String requestId)
      implements Change {
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
      implements Change {}

  /** From now on these shards, and no others, may keep leases of the session. */
  record Enrol(int row, long token, List<GuestShard> guests) implements Change {

    /** A number of a shard, one of its ownership, and what separates them. */
    private static final int GUEST_BYTES = 24;

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
      implements Change {}

  /** Nobody will ask about this ended tenure any more: delete its record. */
  record Forget(int row, long token) implements Change {}

  /** A lock-delay begins. */
  record BeginLockDelay(Key key, long millis) implements Change {
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
    public int bytes() {
      return BYTES_LEAST + key.size();
    }
  }

  record RaiseFence(String fence, long token) implements Change {
    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }

  /** An operator deletes the fence: its mark is 0 again, as before it was first used. */
  record DropFence(String fence) implements Change {
    @Override
    public int bytes() {
      return BYTES_LEAST + fence.length();
    }
  }
}

package io.tenure.core;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The durable image of a lease, or of a session when {@code key} is null. Holds no instants but
 * {@code sinceSeconds}, which is shown to people: every remaining time starts afresh on recovery.
 */
public record Tenure(
    int row,
    long token,
    long secretHigh,
    long secretLow,
    @Nullable Key key,
    String holder,
    long ttlMillis,
    Mode mode,
    int slotNumber,
    long hardTtlMillis,
    long lockDelayMillis,
    long maxLifetimeMillis,
    @Nullable LeaseId session,
    @Nullable Value value,
    List<String> requestIds,
    long sinceSeconds) {

  /** Of its key, holder and value. */
  int textBytes() {
    int keyBytes = key == null ? 0 : key.size();
    return keyBytes + holder.length() + (value == null ? 0 : value.size());
  }

  /**
   * For how long at most its holder may believe in it without asking again, and its key is barred
   * by the lock-delay after that.
   */
  long promisedMillis() {
    return Math.max(ttlMillis, hardTtlMillis) + lockDelayMillis;
  }

  /** Neither the secret nor a requestId: who knows them may act as the holder. */
  @Override
  public String toString() {
    return "Tenure[slot=" + row + ", token=" + token + ", key=" + key + ", holder=" + holder + "]";
  }
}

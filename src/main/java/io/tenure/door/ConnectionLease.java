package io.tenure.door;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A lease in the index of a connection. Its shard and its token identify it; the index finds it by
 * the lowest part of the token, which its leaseId has as well.
 */
final class ConnectionLease {

  /** Hears of the end of each lease in its index. */
  interface Keeper {
    void lost(ConnectionLease one, Outcome how, String reason);
  }

  final Keeper by;
  final LeaseId lease;
  final long token;

  /** Null while the key is unknown: a renewal does not contain the key. */
  @Nullable Key key;

  /** Whether its connection is about to end it. */
  boolean letGo;

  /**
   * The next one with the same index value: the same lease on another connection, or a much older
   * lease.
   */
  @Nullable ConnectionLease next;

  /** The previous lease of the same connection. */
  @Nullable ConnectionLease before;

  @Nullable ConnectionLease after;

  ConnectionLease(Keeper by, LeaseId lease, long token, @Nullable Key key) {
    this.by = by;
    this.lease = lease;
    this.token = token;
    this.key = key;
  }
}

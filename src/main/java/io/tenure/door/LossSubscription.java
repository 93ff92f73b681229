package io.tenure.door;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A lease that one connection acquired or renewed. Its shard and its token identify the lease. The
 * index finds the lease by the lowest part of the token, which the leaseId also contains.
 */
final class LossSubscription {

  /** Receives the end of each of its leases. */
  interface Subscriber {
    void lost(LossSubscription one, Outcome how, String reason);
  }

  final Subscriber by;
  final LeaseId lease;
  final long token;

  /** Null while the key is unknown: a renewal does not contain the key. */
  @Nullable Key key;

  /** Whether the connection has asked to end the lease. */
  boolean letGo;

  /**
   * The next lease with the same index value: the same lease on another connection, or a much older
   * lease.
   */
  @Nullable LossSubscription next;

  /** The previous lease of the same connection. */
  @Nullable LossSubscription before;

  @Nullable LossSubscription after;

  LossSubscription(Subscriber by, LeaseId lease, long token, @Nullable Key key) {
    this.by = by;
    this.lease = lease;
    this.token = token;
    this.key = key;
  }
}

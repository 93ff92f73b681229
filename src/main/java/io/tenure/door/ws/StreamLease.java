package io.tenure.door.ws;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * A lease in the index of a stream. Its shard and its token identify it; the index finds it by the
 * lowest part of the token, which its handle has as well.
 */
final class StreamLease {

  final StreamLeases by;
  final LeaseId lease;
  final long token;

  /** Null while the key is unknown: a renewal does not contain the key. */
  @Nullable Key key;

  /** Whether its stream is about to end it. */
  boolean letGo;

  /**
   * The next one with the same index value: the same lease on another stream, or a much older
   * lease.
   */
  @Nullable StreamLease next;

  /** The previous lease of the same stream. */
  @Nullable StreamLease before;

  @Nullable StreamLease after;

  StreamLease(StreamLeases by, LeaseId lease, long token, @Nullable Key key) {
    this.by = by;
    this.lease = lease;
    this.token = token;
    this.key = key;
  }
}

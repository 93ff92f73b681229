package io.tenure.door.ws;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * A lease that a stream keeps. Its shard and its token tell it from every other; it is found by the
 * lowest part of the token, which its handle has as well.
 */
final class StreamLease {

  final StreamLeases by;
  final LeaseId lease;
  final long token;

  /** Null until it is known: a renewal does not say it. */
  @Nullable Key key;

  /** Its stream is about to end it. */
  boolean letGo;

  /** One found in the same place: the same lease, kept by another stream, or one long before. */
  @Nullable StreamLease next;

  /** What the same stream keeps. */
  @Nullable StreamLease before;

  @Nullable StreamLease after;

  StreamLease(StreamLeases by, LeaseId lease, long token, @Nullable Key key) {
    this.by = by;
    this.lease = lease;
    this.token = token;
    this.key = key;
  }
}

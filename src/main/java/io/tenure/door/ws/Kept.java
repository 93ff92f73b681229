package io.tenure.door.ws;

import io.tenure.core.Handle;
import io.tenure.core.Key;
import org.jspecify.annotations.Nullable;

/** A lease that a stream keeps. Its shard and its token tell it from every other. */
final class Kept {

  final Keeping by;
  final Handle lease;
  final long token;

  /** Null until it is known: a renewal does not say it. */
  @Nullable Key key;

  /** Its stream is about to end it. */
  boolean letGo;

  /** The same lease, kept by another stream of this loop. */
  @Nullable Kept next;

  Kept(Keeping by, Handle lease, long token, @Nullable Key key) {
    this.by = by;
    this.lease = lease;
    this.token = token;
    this.key = key;
  }
}

package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.DeadlineEntry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What lives and dies with one session on this shard: at its home the leases it keeps here and the
 * shards to tell; elsewhere the leases it keeps there, and when to ask at home again.
 */
final class SessionLink {

  final LeaseId session;

  /** Set once: from then on everything under it is over. */
  @Nullable EndReason over;

  /** Elsewhere than at home: home has said that it is alive. */
  boolean confirmed;

  private int[] leases = new int[4];
  private int leaseCount;

  /** Acquires that wait under it: see {@link WaitList}. */
  int waiting;

  /** At home: the shards to tell when the session ends. Replaced, never changed. */
  List<GuestShard> guests = List.of();

  /** The ttl of the session; 0 until it is known here. */
  long ttlMillis;

  /** The change that enrolled the last of them. */
  long enrolledAt;

  /** What home was asked last; 0 when it has answered. */
  long question;

  final DeadlineEntry askAgain = new DeadlineEntry(this);

  SessionLink(LeaseId session) {
    this.session = session;
  }

  boolean hasGuest(int shard) {
    for (GuestShard guest : guests) {
      if (guest.shard() == shard) {
        return true;
      }
    }
    return false;
  }

  int leaseCount() {
    return leaseCount;
  }

  int lease(int at) {
    return leases[at];
  }

  int lastLease() {
    return leases[leaseCount - 1];
  }

  boolean idle() {
    return leaseCount == 0 && waiting == 0 && guests.isEmpty();
  }

  /** Returns the index of the lease among those of the session. */
  int join(int row) {
    if (leaseCount == leases.length) {
      leases = Arrays.copyOf(leases, leaseCount * 2);
    }
    leases[leaseCount] = row;
    return leaseCount++;
  }

  /** Returns the row that has moved to {@code index}, which may be the one that leaves. */
  int leave(int index) {
    int moved = leases[--leaseCount];
    leases[index] = moved;
    return moved;
  }
}

package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.DeadlineEntry;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What lives and dies with one session on this shard: at its home the leases it keeps here and the
 * shards to tell; elsewhere the leases it keeps there, and who asks at home when.
 */
final class SessionLink {

  final LeaseId session;

  /** Set once: from then on everything under it is over. */
  @Nullable EndReason over;

  /** Elsewhere than at home: home has said that it is alive. */
  boolean confirmed;

  private int[] leases = new int[4];
  private int leaseCount;
  final Set<Waiter> waiters = new LinkedHashSet<>();

  /** Acquires that wait to hear from the session's home. */
  final Set<Waiter> unadmitted = new LinkedHashSet<>();

  /** At home: the shards to tell when the session ends. Replaced, never changed. */
  List<GuestShard> guests = List.of();

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
    return leaseCount == 0 && waiters.isEmpty() && unadmitted.isEmpty() && guests.isEmpty();
  }

  void join(int row, RareAttributes attributes) {
    if (leaseCount == leases.length) {
      leases = Arrays.copyOf(leases, leaseCount * 2);
    }
    attributes.link = this;
    attributes.linkIndex = leaseCount;
    leases[leaseCount++] = row;
  }

  /** Returns the row that moved into the place left, or {@code row} itself. */
  int leave(int row, int index) {
    int moved = leases[--leaseCount];
    leases[index] = moved;
    return moved;
  }
}

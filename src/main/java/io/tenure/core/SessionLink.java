package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.DeadlineEntry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases, waits and guest shards of one session, as far as this shard knows them. At the home
 * of the session it lists the leases on this shard and the shards to inform of the end. On another
 * shard it lists the leases there, and the time to ask the home again.
 */
final class SessionLink implements DeadlineOwner {

  final LeaseId session;

  /**
   * The reason for the end of the session. It is set once: then everything under the session is
   * over.
   */
  @Nullable EndReason over;

  /** Whether the home of the session has confirmed that the session is alive. */
  boolean confirmed;

  /** Whether the home of the session, another shard, has answered that the session runs out. */
  boolean runsOut;

  private int[] leases = new int[4];
  private int leaseCount;

  /** The number of acquires that wait under the session: see {@link WaitingAcquires}. */
  int waiting;

  /** At home: the shards to inform when the session ends. The list is replaced, never changed. */
  List<SessionGuestShard> guests = List.of();

  /** The ttl of the session; 0 until it is known here. */
  long ttlMillis;

  /** The number of the change that enrolled the last guest. */
  long enrolledAt;

  /** The last question to the home of the session; 0 when the home has answered. */
  long question;

  final DeadlineEntry<DeadlineOwner> askAgain = new DeadlineEntry<>(this);

  SessionLink(LeaseId session) {
    this.session = session;
  }

  @Override
  public void due(Cases cases) {
    cases.sessionToAsk(this);
  }

  boolean hasGuest(int shard) {
    for (SessionGuestShard guest : guests) {
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

  /** Returns the row that has moved to {@code index}, which may be the row that leaves. */
  int leave(int index) {
    int moved = leases[--leaseCount];
    leases[index] = moved;
    return moved;
  }
}

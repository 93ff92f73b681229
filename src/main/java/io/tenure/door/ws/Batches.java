package io.tenure.door.ws;

import io.tenure.shard.Leases;
import io.tenure.shard.RenewalBatch;
import java.util.ArrayDeque;
import java.util.Deque;

/** Renewal batches of one loop, used again and again: as many as were ever under way at once. */
final class Batches {

  /** Kept for later: what is more goes again. */
  private static final int KEPT_MAX = 64;

  private final Leases leases;
  private final Deque<Lent> free = new ArrayDeque<>();

  /** One batch on its way for a stream. */
  final class Lent {
    final RenewalBatch renewals = new RenewalBatch(this::answered);
    private Renewals owner;
    int seq;

    private Lent(Renewals owner) {
      this.owner = owner;
    }

    private void answered() {
      try {
        owner.answered(this);
      } finally {
        if (free.size() < KEPT_MAX) {
          free.push(this);
        }
      }
    }

    void send() {
      leases.renew(renewals);
    }
  }

  Batches(Leases leases) {
    this.leases = leases;
  }

  Lent lend(Renewals to) {
    Lent lent = free.poll();
    if (lent == null) {
      return new Lent(to);
    }
    lent.owner = to;
    lent.renewals.clear();
    return lent;
  }
}

package io.tenure.door;

import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * An index of the leases in one shard, for the connections of one loop. The index finds a lease by
 * the part of its token that its leaseId also contains. So one map serves callers that know the
 * token and callers that know the leaseId.
 */
final class LossSubscriptionIndex {

  private final SequentialLongMap<LossSubscription> byGeneration = new SequentialLongMap<>();

  boolean isEmpty() {
    return byGeneration.isEmpty();
  }

  void add(LossSubscription one) {
    one.next = byGeneration.put(one.lease.generation(), one);
  }

  @Nullable LossSubscription find(LossSubscription.Subscriber by, LeaseId lease) {
    LossSubscription one = byGeneration.get(lease.generation());
    while (one != null && !(one.by == by && one.lease.equals(lease))) {
      one = one.next;
    }
    return one;
  }

  boolean has(LossSubscription one) {
    LossSubscription same = byGeneration.get(one.lease.generation());
    while (same != null && same != one) {
      same = same.next;
    }
    return same != null;
  }

  void remove(LossSubscription one) {
    int generation = one.lease.generation();
    LossSubscription first = byGeneration.get(generation);
    if (first != one) {
      removeBehind(first, one);
    } else if (one.next == null) {
      byGeneration.remove(generation);
    } else {
      byGeneration.put(generation, one.next);
    }
  }

  private static void removeBehind(@Nullable LossSubscription first, LossSubscription one) {
    for (LossSubscription each = first; each != null; each = each.next) {
      if (each.next == one) {
        each.next = one.next;
      }
    }
  }

  /**
   * Removes all entries of the lease with this token. Returns the first entry, which is linked to
   * the others by {@code next}.
   */
  @Nullable LossSubscription take(long token) {
    int generation = LeaseId.generationOf(token);
    LossSubscription taken = null;
    LossSubscription others = null;
    LossSubscription left = byGeneration.remove(generation);
    while (left != null) {
      LossSubscription one = left;
      left = one.next;
      if (one.token == token) {
        one.next = taken;
        taken = one;
      } else {
        one.next = others;
        others = one;
      }
    }
    if (others != null) {
      byGeneration.put(generation, others);
    }
    return taken;
  }

  /** Returns a copy with the first entry of each index value. */
  Iterable<LossSubscription> firsts() {
    return byGeneration.values();
  }
}

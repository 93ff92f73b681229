package io.tenure.door;

import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * An index of the leases in one shard, for the connections of one loop. The index finds a lease by
 * the part of its token that its leaseId also contains. So one map serves callers that know the
 * token and callers that know the leaseId.
 */
final class LeaseIndex {

  private final SequentialLongMap<ConnectionLease> byGeneration = new SequentialLongMap<>();

  boolean isEmpty() {
    return byGeneration.isEmpty();
  }

  void add(ConnectionLease one) {
    one.next = byGeneration.put(one.lease.generation(), one);
  }

  @Nullable ConnectionLease find(ConnectionLease.Keeper by, LeaseId lease) {
    ConnectionLease one = byGeneration.get(lease.generation());
    while (one != null && !(one.by == by && one.lease.equals(lease))) {
      one = one.next;
    }
    return one;
  }

  boolean has(ConnectionLease one) {
    ConnectionLease same = byGeneration.get(one.lease.generation());
    while (same != null && same != one) {
      same = same.next;
    }
    return same != null;
  }

  void remove(ConnectionLease one) {
    int generation = one.lease.generation();
    ConnectionLease first = byGeneration.get(generation);
    if (first != one) {
      removeBehind(first, one);
    } else if (one.next == null) {
      byGeneration.remove(generation);
    } else {
      byGeneration.put(generation, one.next);
    }
  }

  private static void removeBehind(@Nullable ConnectionLease first, ConnectionLease one) {
    for (ConnectionLease each = first; each != null; each = each.next) {
      if (each.next == one) {
        each.next = one.next;
      }
    }
  }

  /**
   * Removes all entries of the lease with this token. Returns the first entry, which is linked to
   * the others by {@code next}.
   */
  @Nullable ConnectionLease take(long token) {
    int generation = LeaseId.generationOf(token);
    ConnectionLease taken = null;
    ConnectionLease others = null;
    ConnectionLease left = byGeneration.remove(generation);
    while (left != null) {
      ConnectionLease one = left;
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
  Iterable<ConnectionLease> firsts() {
    return byGeneration.values();
  }
}

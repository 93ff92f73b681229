package io.tenure.door;

import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * What the connections of one loop keep of one shard: found by the part of its token that a leaseId
 * has as well, so that one map serves callers that know the one and callers that know the other.
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

  /** Takes out all that keep the lease of this token: the first one, and what is next to it. */
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

  /** The first one of each place, as they are now. */
  Iterable<ConnectionLease> firsts() {
    return byGeneration.values();
  }
}

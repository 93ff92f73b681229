package io.tenure.door.ws;

import io.tenure.api.LeaseId;
import org.jspecify.annotations.Nullable;

/**
 * What the streams of one loop keep of one shard: found by the part of its token that a handle has
 * as well, so that one map serves those who know the one and those who know the other.
 */
final class LeaseIndex {

  private final SequentialLongMap<StreamLease> byGeneration = new SequentialLongMap<>();

  boolean isEmpty() {
    return byGeneration.isEmpty();
  }

  void add(StreamLease one) {
    one.next = byGeneration.put(one.lease.generation(), one);
  }

  @Nullable StreamLease find(StreamLeases by, LeaseId lease) {
    StreamLease one = byGeneration.get(lease.generation());
    while (one != null && !(one.by == by && one.lease.equals(lease))) {
      one = one.next;
    }
    return one;
  }

  boolean has(StreamLease one) {
    StreamLease same = byGeneration.get(one.lease.generation());
    while (same != null && same != one) {
      same = same.next;
    }
    return same != null;
  }

  void remove(StreamLease one) {
    int generation = one.lease.generation();
    StreamLease first = byGeneration.get(generation);
    if (first != one) {
      removeBehind(first, one);
    } else if (one.next == null) {
      byGeneration.remove(generation);
    } else {
      byGeneration.put(generation, one.next);
    }
  }

  private static void removeBehind(@Nullable StreamLease first, StreamLease one) {
    for (StreamLease each = first; each != null; each = each.next) {
      if (each.next == one) {
        each.next = one.next;
      }
    }
  }

  /** Takes out all that keep the lease of this token: the first one, and what is next to it. */
  @Nullable StreamLease take(long token) {
    int generation = LeaseId.generationOf(token);
    StreamLease taken = null;
    StreamLease others = null;
    StreamLease left = byGeneration.remove(generation);
    while (left != null) {
      StreamLease one = left;
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
  Iterable<StreamLease> firsts() {
    return byGeneration.values();
  }
}

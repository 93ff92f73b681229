package io.tenure.door.ws;

import io.tenure.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What the streams of one loop keep of one shard: found by the part of its token that a handle has
 * as well, so that one map serves those who know the one and those who know the other.
 */
final class KeptOfShard {

  private final ByNumber<Kept> byGeneration = new ByNumber<>();

  boolean isEmpty() {
    return byGeneration.isEmpty();
  }

  void add(Kept one) {
    one.next = byGeneration.put(one.lease.generation(), one);
  }

  @Nullable Kept find(Keeping by, Handle lease) {
    Kept one = byGeneration.get(lease.generation());
    while (one != null && !(one.by == by && one.lease.equals(lease))) {
      one = one.next;
    }
    return one;
  }

  boolean has(Kept one) {
    Kept same = byGeneration.get(one.lease.generation());
    while (same != null && same != one) {
      same = same.next;
    }
    return same != null;
  }

  void remove(Kept one) {
    int generation = one.lease.generation();
    Kept first = byGeneration.get(generation);
    if (first != one) {
      removeBehind(first, one);
    } else if (one.next == null) {
      byGeneration.remove(generation);
    } else {
      byGeneration.put(generation, one.next);
    }
  }

  private static void removeBehind(@Nullable Kept first, Kept one) {
    for (Kept each = first; each != null; each = each.next) {
      if (each.next == one) {
        each.next = one.next;
      }
    }
  }

  /** Takes out all that keep the lease of this token: the first one, and what is next to it. */
  @Nullable Kept take(long token) {
    int generation = Handle.generationOf(token);
    Kept taken = null;
    Kept others = null;
    Kept left = byGeneration.remove(generation);
    while (left != null) {
      Kept one = left;
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
  Iterable<Kept> firsts() {
    return byGeneration.values();
  }
}

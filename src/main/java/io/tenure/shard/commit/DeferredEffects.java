package io.tenure.shard.commit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Holds the effects that wait to leave a shard, in the order of the changes that they depend on.
 */
final class DeferredEffects {

  private record Parked(long behind, long arrival, DeferredEffect effect) {}

  private static final Comparator<Parked> ORDER =
      Comparator.comparingLong(Parked::behind).thenComparingLong(Parked::arrival);

  /** Effects that arrive in order, as nearly all do, because they depend on the latest change. */
  private final ArrayDeque<Parked> inOrder = new ArrayDeque<>();

  private final PriorityQueue<Parked> strays = new PriorityQueue<>(ORDER);
  private long arrivals;

  int size() {
    return inOrder.size() + strays.size();
  }

  void add(long behind, DeferredEffect effect) {
    Parked late = new Parked(behind, arrivals++, effect);
    Parked last = inOrder.peekLast();
    (last == null || last.behind <= behind ? inOrder : strays).add(late);
  }

  /** Takes the first effect, unless it depends on a later change than {@code place}. */
  @Nullable DeferredEffect takeUpTo(long place) {
    Queue<Parked> queue = next();
    Parked first = queue.peek();
    if (first == null || first.behind > place) {
      return null;
    }
    queue.remove();
    return first.effect;
  }

  private Queue<Parked> next() {
    Parked first = inOrder.peek();
    Parked stray = strays.peek();
    if (first == null || stray == null) {
      return stray == null ? inOrder : strays;
    }
    return ORDER.compare(stray, first) < 0 ? strays : inOrder;
  }
}

package io.tenure.core;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All acquires that wait in this shard: in queues of keys, or to hear that their session lives. */
public final class WaitList {

  /**
   * Acquires that wait to hear of a session: a caller that makes sessions up takes no more room.
   */
  public static final int AWAITING_HOME_MAX = 1_024;

  private final ShardContext context;
  private int awaitingHome;
  private final Map<Long, Waiter> byTicket = new HashMap<>();
  private final Map<String, Waiter> byRequest = new HashMap<>();
  private final Map<SessionLink, Set<Waiter>> byLink = new HashMap<>();

  WaitList(ShardContext context) {
    this.context = context;
  }

  int count() {
    return byTicket.size();
  }

  @Nullable Waiter of(long ticket) {
    return byTicket.get(ticket);
  }

  @Nullable Waiter of(String requestId) {
    return byRequest.get(requestId);
  }

  /** In the order in which they came. */
  List<Waiter> under(SessionLink link) {
    return List.copyOf(byLink.getOrDefault(link, Set.of()));
  }

  @Nullable Waiter firstUnder(SessionLink link) {
    Set<Waiter> waiters = byLink.get(link);
    return waiters == null ? null : waiters.iterator().next();
  }

  /** False when as many wait as may. */
  boolean enqueue(Waiter waiter) {
    KeyEntry entry = context.ledger.entryFor(waiter.request.key());
    if (full() || entry.waiting() >= context.limits.waitersPerKeyMax()) {
      return false;
    }
    entry.enqueue(waiter);
    register(waiter, waiter.until);
    return true;
  }

  /**
   * Waits to hear from the home of its session. False when as many wait as may.
   *
   * @param patienceEnds when it waits no longer, by the lease clock
   */
  boolean awaitHome(Waiter waiter, long patienceEnds) {
    if (full() || awaitingHomeFull()) {
      return false;
    }
    awaitingHome++;
    register(waiter, patienceEnds);
    return true;
  }

  /** The same request came again: from now on {@code ticket} is answered. */
  void retell(Waiter waiter, long ticket) {
    byTicket.remove(waiter.ticket);
    waiter.ticket = ticket;
    byTicket.put(ticket, waiter);
  }

  /** One step: after it the queue can neither grant nor answer the waiter again. */
  void leave(Waiter waiter) {
    byTicket.remove(waiter.ticket);
    if (waiter.requestId != null) {
      byRequest.remove(waiter.requestId);
    }
    context.deadlines.cancel(waiter.deadline);
    if (waiter.link != null) {
      leave(waiter, waiter.link);
    }
    if (waiter.queued) {
      context.ledger.entryFor(waiter.request.key()).leave(waiter);
    } else {
      awaitingHome--;
    }
  }

  private void leave(Waiter waiter, SessionLink link) {
    Set<Waiter> others = byLink.get(link);
    if (others != null && others.remove(waiter)) {
      link.waiting--;
      if (others.isEmpty()) {
        byLink.remove(link);
      }
    }
  }

  boolean awaitingHomeFull() {
    return awaitingHome >= AWAITING_HOME_MAX;
  }

  private boolean full() {
    return byTicket.size() >= context.limits.waitersMax();
  }

  private void register(Waiter waiter, long ends) {
    byTicket.put(waiter.ticket, waiter);
    if (waiter.requestId != null) {
      byRequest.put(waiter.requestId, waiter);
    }
    if (waiter.link != null) {
      byLink.computeIfAbsent(waiter.link, link -> new LinkedHashSet<>()).add(waiter);
      waiter.link.waiting++;
    }
    context.deadlines.set(waiter.deadline, ends);
  }
}

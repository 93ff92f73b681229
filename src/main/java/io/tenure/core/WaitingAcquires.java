package io.tenure.core;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The acquires that wait in this shard: in the queue of a key, or for the home of their session.
 */
public final class WaitingAcquires {

  /**
   * The most acquires that wait for the home of their session. It limits a caller that invents
   * sessions.
   */
  public static final int AWAITING_HOME_MAX = 1_024;

  private final ShardContext context;
  private int awaitingHome;
  private final Map<Long, Waiter> byTicket = new HashMap<>();
  private final Map<String, Waiter> byRequest = new HashMap<>();
  private final Map<SessionLink, Set<Waiter>> byLink = new HashMap<>();

  WaitingAcquires(ShardContext context) {
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

  /** Returns the waiters under the session, in the order in which they came. */
  List<Waiter> under(SessionLink link) {
    return List.copyOf(byLink.getOrDefault(link, Set.of()));
  }

  @Nullable Waiter firstUnder(SessionLink link) {
    Set<Waiter> waiters = byLink.get(link);
    return waiters == null ? null : waiters.iterator().next();
  }

  /** Adds the waiter to the queue of its key. Returns false when no more acquires may wait. */
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
   * Adds a waiter that waits for the home of its session. Returns false when no more acquires may
   * wait.
   *
   * @param patienceEnds the time at which the wait ends, by the lease clock
   */
  boolean awaitHome(Waiter waiter, long patienceEnds) {
    if (full() || awaitingHomeFull()) {
      return false;
    }
    awaitingHome++;
    register(waiter, patienceEnds);
    return true;
  }

  /**
   * Passes the wait on to {@code ticket}, because the same request came again. From now on that
   * ticket is answered.
   */
  void retell(Waiter waiter, long ticket) {
    byTicket.remove(waiter.ticket);
    waiter.ticket = ticket;
    byTicket.put(ticket, waiter);
  }

  /**
   * Removes the waiter in one step. After that the queue can neither grant to the waiter nor answer
   * it again.
   */
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

  /** Removes all waiters. No key is granted to the next one meanwhile. */
  void leaveAll() {
    List.copyOf(byTicket.values()).forEach(this::leave);
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

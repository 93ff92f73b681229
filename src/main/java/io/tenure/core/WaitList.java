package io.tenure.core;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All who wait in this shard: in the queues of their keys, or to hear of their session. */
public final class WaitList {

  /** Acquires that wait to hear of a session: whoever makes sessions up takes no more room. */
  public static final int AWAITING_HOME_MAX = 1_024;

  private final ShardContext context;
  private int awaitingHome;
  private final Map<Long, Waiter> byTicket = new HashMap<>();
  private final Map<String, Waiter> byRequest = new HashMap<>();

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

  /** False when as many wait as may. */
  boolean enqueue(Waiter waiter) {
    KeyEntry entry = context.ledger.entryFor(waiter.request.key());
    if (full() || entry.waiting() >= context.limits.waitersPerKeyMax()) {
      return false;
    }
    entry.enqueue(waiter);
    if (waiter.link != null) {
      waiter.link.waiters.add(waiter);
    }
    register(waiter, waiter.until);
    return true;
  }

  /** Waits for word from the session's home. False when as many wait as may. */
  boolean awaitHome(Waiter waiter, SessionLink link, long alarm) {
    if (full() || awaitingHomeFull()) {
      return false;
    }
    awaitingHome++;
    link.unadmitted.add(waiter);
    register(waiter, alarm);
    return true;
  }

  /** The same request came again: from now on {@code ticket} is answered. */
  void retell(Waiter waiter, long ticket) {
    byTicket.remove(waiter.ticket);
    waiter.ticket = ticket;
    byTicket.put(ticket, waiter);
  }

  /** One atomic step: whoever left can neither be granted nor be answered again by the queue. */
  void leave(Waiter waiter) {
    byTicket.remove(waiter.ticket);
    if (waiter.requestId != null) {
      byRequest.remove(waiter.requestId);
    }
    context.deadlines.cancel(waiter.deadline);
    if (waiter.link != null) {
      waiter.link.waiters.remove(waiter);
      if (waiter.link.unadmitted.remove(waiter)) {
        awaitingHome--;
      }
    }
    if (waiter.entry != null) {
      waiter.entry.leave(waiter);
    }
  }

  boolean awaitingHomeFull() {
    return awaitingHome >= AWAITING_HOME_MAX;
  }

  private boolean full() {
    return byTicket.size() >= context.limits.waitersMax();
  }

  private void register(Waiter waiter, long alarm) {
    byTicket.put(waiter.ticket, waiter);
    if (waiter.requestId != null) {
      byRequest.put(waiter.requestId, waiter);
    }
    context.deadlines.set(waiter.deadline, alarm);
  }
}

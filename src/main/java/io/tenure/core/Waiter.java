package io.tenure.core;

import io.tenure.api.Request;
import io.tenure.core.memory.DeadlineEntry;
import org.jspecify.annotations.Nullable;

/**
 * An acquire that waits in the queue of its key, or for the home of its session. A waiter that has
 * left, granted or not, never comes back.
 */
final class Waiter implements DeadlineOwner {

  /** The ticket that is answered. It changes when the same request comes again. */
  long ticket;

  final Request.Acquire request;

  /** The requestId as {@link RequestIds} spells it. */
  final @Nullable String requestId;

  final @Nullable SessionLink link;

  /** The end of the wait, by the lease clock. */
  final long until;

  final DeadlineEntry<DeadlineOwner> deadline = new DeadlineEntry<>(this);

  /** Whether the waiter is in the queue of its key. */
  boolean queued;

  boolean gone;

  Waiter(
      long ticket,
      Request.Acquire request,
      @Nullable String requestId,
      @Nullable SessionLink link,
      long until) {
    this.ticket = ticket;
    this.request = request;
    this.requestId = requestId;
    this.link = link;
    this.until = until;
  }

  @Override
  public void due(Cases cases) {
    cases.waitOver(this);
  }
}

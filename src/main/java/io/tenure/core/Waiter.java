package io.tenure.core;

import io.tenure.api.Request;
import io.tenure.core.memory.DeadlineEntry;
import org.jspecify.annotations.Nullable;

/**
 * One acquire that waits: in the queue of its key, or to hear that its session lives. Once it is
 * gone, granted or not, it never comes back.
 */
final class Waiter {

  /** The caller that is answered. Changes when the same request comes again. */
  long ticket;

  final Request.Acquire request;

  /** As {@link RequestIds} spells it. */
  final @Nullable String requestId;

  final @Nullable SessionLink link;

  /** By the lease clock. */
  final long until;

  final DeadlineEntry deadline = new DeadlineEntry(this);

  /** In the queue of its key. */
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
}

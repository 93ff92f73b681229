package io.tenure.core;

import io.tenure.api.Request;
import io.tenure.core.memory.DeadlineEntry;
import org.jspecify.annotations.Nullable;

/** One acquire in the queue of its key: waiting, then gone for ever, granted or not. */
final class Waiter {

  /** Who is answered. Changes when the same request comes again. */
  long ticket;

  final Request.Acquire request;

  /** As {@link RequestIds} spells it. */
  final @Nullable String requestId;

  final @Nullable SessionLink link;

  /** By the lease clock. */
  final long until;

  final DeadlineEntry deadline = new DeadlineEntry(this);
  @Nullable KeyEntry entry;
  boolean gone;

  Waiter(long ticket, Request.Acquire request, @Nullable SessionLink link, long until) {
    this.ticket = ticket;
    this.request = request;
    this.requestId = RequestIds.idOf(request);
    this.link = link;
    this.until = until;
  }
}

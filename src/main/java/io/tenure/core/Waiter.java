package io.tenure.core;

import org.jspecify.annotations.Nullable;

/** One acquire in the queue of its key: waiting, then gone for ever, granted or not. */
final class Waiter {

  /** Who is answered. Changes when the same request comes again. */
  long ticket;

  final Request.Acquire request;

  /** As {@link Requests} spells it. */
  final @Nullable String requestId;

  final @Nullable Bond bond;

  /** By the lease clock. */
  final long until;

  final Alarm alarm = new Alarm(this);
  @Nullable Place place;
  boolean gone;

  Waiter(long ticket, Request.Acquire request, @Nullable Bond bond, long until) {
    this.ticket = ticket;
    this.request = request;
    this.requestId = Requests.idOf(request);
    this.bond = bond;
    this.until = until;
  }
}

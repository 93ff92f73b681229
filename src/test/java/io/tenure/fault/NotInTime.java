package io.tenure.fault;

/**
 * A promise of a server that was not kept in its time, so that a strike cannot go on. Like a {@link
 * Claim} about an event that takes time, it makes a run void on a machine that stood still.
 */
final class NotInTime extends IllegalStateException {

  private static final long serialVersionUID = 1;

  NotInTime(String what) {
    super(what);
  }
}

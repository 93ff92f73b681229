package io.tenure.core;

/** A time at which something other than a lease wants to be looked at. Set in {@link Alarms}. */
final class Alarm {

  /** What wants to be looked at then. */
  final Object owner;

  long at;

  /** Its place in the heap; -1 when it is not set. */
  int place = -1;

  Alarm(Object owner) {
    this.owner = owner;
  }

  boolean isSet() {
    return place >= 0;
  }
}

package io.tenure.fault;

import java.util.ArrayList;
import java.util.List;

/** All that holders asked, were told and did in one run. Owned by the loop of the load. */
final class History {

  /** Half an hour at full load; a run that says more is cut off, and says so. */
  static final int OPERATIONS_MAX = 4_000_000;

  private final List<Operation> operations = new ArrayList<>();
  private final List<Write> writes = new ArrayList<>();
  private final List<Freeze> freezes = new ArrayList<>();
  private final List<Departure> departures = new ArrayList<>();
  private boolean cutOff;

  void add(Operation operation) {
    if (operations.size() < OPERATIONS_MAX) {
      operations.add(operation);
    } else {
      cutOff = true;
    }
  }

  void add(Write write) {
    if (writes.size() < OPERATIONS_MAX) {
      writes.add(write);
    } else {
      cutOff = true;
    }
  }

  void add(Freeze freeze) {
    freezes.add(freeze);
  }

  void add(Departure departure) {
    departures.add(departure);
  }

  List<Departure> departures() {
    return departures;
  }

  List<Freeze> freezes() {
    return freezes;
  }

  List<Operation> operations() {
    return operations;
  }

  List<Write> writes() {
    return writes;
  }

  /** What follows is missing: nothing can be said about the run. */
  boolean cutOff() {
    return cutOff;
  }
}

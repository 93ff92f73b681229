package io.tenure.fault;

import java.util.ArrayList;
import java.util.List;

/** All requests, answers and actions of the holders in one run. Owned by the loop of the load. */
final class History {

  /** Half an hour at full load; the history of a longer run is cut off, and reports that. */
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

  /** Whether the rest is missing: then the run cannot be judged. */
  boolean cutOff() {
    return cutOff;
  }
}

package io.tenure.fault;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An event that the history of a run must show, or must not show, besides the absence of
 * violations. When the claim fails, the run is void in two cases: the claim is only that the fault
 * has struck, or the machine stood still and the event was due meanwhile. Otherwise the server has
 * failed.
 */
record Claim(String what, Kind kind, Predicate<Operation> found) {

  enum Kind {
    MUST,
    STRUCK,
    NEVER
  }

  static Claim must(String what, Predicate<Operation> found) {
    return new Claim(what, Kind.MUST, found);
  }

  static Claim struck(String what, Predicate<Operation> found) {
    return new Claim(what, Kind.STRUCK, found);
  }

  static Claim never(String what, Predicate<Operation> found) {
    return new Claim(what, Kind.NEVER, found);
  }

  boolean aboutTheFault() {
    return kind == Kind.STRUCK;
  }

  /** An answer that must never come: no machine is too slow for that. */
  boolean aboutTheContract() {
    return kind == Kind.NEVER;
  }

  /** An event that needs a machine that does not stand still. */
  boolean takesTime() {
    return kind == Kind.MUST;
  }

  /** Null when the history is as claimed. */
  @Nullable String complaint(History history) {
    Optional<Operation> first = history.operations().stream().filter(found).findFirst();
    if (kind == Kind.NEVER) {
      return first.map(seen -> "seen: " + what + ": " + seen).orElse(null);
    }
    return first.isPresent() ? null : "not seen: " + what;
  }
}

package io.tenure.fault;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the history of a run must show besides the absence of violations, or must not show. When it
 * is otherwise, the run is void if the claim is only about the fault having struck, or about what
 * must happen meanwhile on a machine that stood still; else the server has failed.
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

  /** What must never be told: no machine is too slow for that. */
  boolean aboutTheContract() {
    return kind == Kind.NEVER;
  }

  /** Only a machine that does not stand still gives it. */
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

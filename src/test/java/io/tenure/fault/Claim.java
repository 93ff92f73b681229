package io.tenure.fault;

import java.util.function.Predicate;

/**
 * What must be found in the history of a run besides the absence of violations. When it is not, the
 * run is void if the claim is only about the fault having struck, else the server has failed.
 */
record Claim(String what, boolean aboutTheFault, Predicate<Operation> found) {

  static Claim must(String what, Predicate<Operation> found) {
    return new Claim(what, false, found);
  }

  static Claim struck(String what, Predicate<Operation> found) {
    return new Claim(what, true, found);
  }
}

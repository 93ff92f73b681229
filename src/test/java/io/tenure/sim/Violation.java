package io.tenure.sim;

import org.jspecify.annotations.Nullable;

/** A broken law of the contract. */
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable Object about;

  Violation(String law, @Nullable Object about, String what) {
    super(law + ": " + what + (about == null ? "" : " [" + about + "]"));
    this.about = about;
  }

  @Nullable Object about() {
    return about;
  }
}

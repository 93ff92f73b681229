package io.tenure.fault;

import java.util.ArrayList;
import java.util.List;

/** Collects violations: for each law as many as a person reads. */
final class Verdict {

  /** A broken law is usually broken a thousand times. */
  private static final int KEPT_MAX = 5;

  private final List<Violation> violations = new ArrayList<>();
  private int count;

  void broken(Law law, String key, String evidence) {
    count++;
    if (violations.stream().filter(each -> each.law() == law).count() < KEPT_MAX) {
      violations.add(new Violation(law, key, evidence));
    }
  }

  List<Violation> violations() {
    return violations;
  }

  int count() {
    return count;
  }
}

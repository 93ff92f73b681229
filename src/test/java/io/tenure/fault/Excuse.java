package io.tenure.fault;

import java.util.EnumSet;
import java.util.Set;

/** What a fault may legitimately cost, beyond answers that never came. */
enum Excuse {
  NONE(EnumSet.noneOf(Law.class)),

  /**
   * Memory and journal were both lost, so leases of the last seconds are forgotten, and ends too.
   * Even so nobody's belief is violated and tokens grow.
   */
  JOURNAL_AND_MEMORY_LOST(
      EnumSet.of(Law.NOTHING_LOST, Law.NO_RESURRECTION, Law.RETRIES, Law.FENCES));

  private final Set<Law> waived;

  Excuse(Set<Law> waived) {
    this.waived = waived;
  }

  boolean waives(Law law) {
    return waived.contains(law);
  }
}

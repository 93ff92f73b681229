package io.tenure.sim;

import org.jspecify.annotations.Nullable;

/** Looks for a mistake in the code it was loaded with. */
@FunctionalInterface
public interface Examiner {

  /**
   * What it found wrong within so many seconds of CPU, or null. {@code likelySeed} is tried first,
   * unless it is 0, then {@code firstSeed} and those after it; {@code strain} names the {@link
   * Strain} to look under.
   */
  @Nullable String examine(long secondsMax, long likelySeed, long firstSeed, String strain);
}

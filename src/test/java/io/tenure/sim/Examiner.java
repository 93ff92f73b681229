package io.tenure.sim;

import org.jspecify.annotations.Nullable;

/** Searches the code that it was loaded with for a mistake. */
@FunctionalInterface
public interface Examiner {

  /**
   * Returns the violation found within so many seconds of CPU, or null. {@code likelySeed} is tried
   * first, unless it is 0, then {@code firstSeed} and the seeds after it; {@code strain} names the
   * {@link Strain} of the runs.
   */
  @Nullable String examine(long secondsMax, long likelySeed, long firstSeed, String strain);
}

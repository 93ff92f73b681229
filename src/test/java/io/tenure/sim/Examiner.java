package io.tenure.sim;

import org.jspecify.annotations.Nullable;

/** Looks for a mistake in the code it was loaded with. */
@FunctionalInterface
public interface Examiner {

  /** What it found wrong within so many seconds of CPU, or null. */
  @Nullable String examine(long secondsMax);
}

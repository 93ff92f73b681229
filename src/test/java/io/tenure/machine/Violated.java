package io.tenure.machine;

import io.tenure.client.error.FencedException;
import org.jspecify.annotations.Nullable;

/**
 * A broken contract, proven by an auditor, the history checker or a guarded resource. No noise of a
 * machine explains it, so such a test is never retried.
 */
public final class Violated extends AssertionError {

  private static final long serialVersionUID = 1;

  /** Causes may form a circle. */
  private static final int CAUSES_MAX = 50;

  public Violated(String evidence) {
    super(evidence);
  }

  /** Whether a failure, or one of its causes, reports a broken contract. */
  static boolean by(@Nullable Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < CAUSES_MAX; depth++) {
      if (cause instanceof Violated || cause instanceof FencedException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }
}

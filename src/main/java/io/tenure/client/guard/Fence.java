package io.tenure.client.guard;

import io.tenure.client.error.FencedException;

/**
 * A mark at a resource that only rises: the largest fencing token that was seen. A check by itself
 * is not enough where another may come between it and the write: see how each fence binds the two.
 */
public interface Fence {

  /**
   * Accepts {@code token} unless a larger one was seen, and remembers it.
   *
   * @throws FencedException when a larger one was seen
   */
  void check(long token);
}

package io.tenure.client.guard;

import io.tenure.client.error.FencedException;

/**
 * A mark at a resource that only rises: the largest fencing token that the resource has seen. A
 * check by itself is not enough where another caller may come between the check and the write: see
 * how each fence binds the two.
 */
public interface Fence {

  /**
   * Accepts {@code token} unless the fence has seen a larger one, and remembers it.
   *
   * @throws FencedException when the fence has seen a larger one
   */
  void check(long token);
}

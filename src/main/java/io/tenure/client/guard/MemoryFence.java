package io.tenure.client.guard;

import io.tenure.client.error.FencedException;
import java.util.function.Supplier;

/**
 * A fence for a resource that lives in this process. Its memory ends with the process, so the
 * resource must as well.
 */
public final class MemoryFence implements Fence {

  private final String name;
  private long mark;

  public MemoryFence(String name) {
    this.name = name;
  }

  @Override
  public synchronized void check(long token) {
    if (token < mark) {
      throw new FencedException(name, token, mark);
    }
    mark = token;
  }

  /** Checks and writes as one step: no write under a larger token comes between. Keep it short. */
  public synchronized <T> T write(long token, Supplier<T> write) {
    check(token);
    return write.get();
  }

  public synchronized long mark() {
    return mark;
  }
}

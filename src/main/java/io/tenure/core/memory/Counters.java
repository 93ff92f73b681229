package io.tenure.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Counters that only grow, each under its index. One thread writes them, and any thread reads them.
 * They are for people and decide nothing, so a reader may get a slightly older number. Counting
 * costs one plain addition.
 */
public final class Counters {

  private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] numbers;

  public Counters(int count) {
    numbers = new long[count];
  }

  public void add(int index) {
    add(index, 1);
  }

  public void add(int index, long more) {
    NUMBERS.setOpaque(numbers, index, numbers[index] + more);
  }

  public long get(int index) {
    return (long) NUMBERS.getOpaque(numbers, index);
  }

  public int count() {
    return numbers.length;
  }
}

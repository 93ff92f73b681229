package io.tenure.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Numbers that only grow, each under its index: written by one thread, read by any. They are for
 * people and decide nothing, so a reader may be a moment behind; counting costs a plain addition.
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

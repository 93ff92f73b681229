package io.tenure.core.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Numbers that only grow, each under its place: written by one thread, read by any. They are for
 * people and decide nothing, so a reader may be a moment behind; counting costs a plain addition.
 */
public final class Counters {

  private static final VarHandle NUMBERS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] numbers;

  public Counters(int places) {
    numbers = new long[places];
  }

  public void add(int place) {
    add(place, 1);
  }

  public void add(int place, long more) {
    NUMBERS.setOpaque(numbers, place, numbers[place] + more);
  }

  public long get(int place) {
    return (long) NUMBERS.getOpaque(numbers, place);
  }

  public int places() {
    return numbers.length;
  }
}

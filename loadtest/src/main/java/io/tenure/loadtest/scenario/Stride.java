package io.tenure.loadtest.scenario;

/** Walks through all numbers below another, each once, in an order that no cache foresees. */
final class Stride {

  private static final double GOLDEN = 0.6180339887498949;

  private Stride() {}

  static int over(int count) {
    int stride = Math.max(1, (int) (count * GOLDEN));
    while (divisor(stride, count) != 1) {
      stride++;
    }
    return stride;
  }

  static int next(int at, int stride, int count) {
    return (int) (((long) at + stride) % count);
  }

  /** The n-th of the walk. */
  static int at(long n, int stride, int count) {
    return (int) (n % count * stride % count);
  }

  private static int divisor(int one, int other) {
    return other == 0 ? one : divisor(other, one % other);
  }
}

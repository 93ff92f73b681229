package io.tenure.core.planted;

public final class CoreReadsTheClock {
  final long nowNanos = System.nanoTime();
}

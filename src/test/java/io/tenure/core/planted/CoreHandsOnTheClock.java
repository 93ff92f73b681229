package io.tenure.core.planted;

import java.util.function.LongSupplier;

public final class CoreHandsOnTheClock {
  final LongSupplier clock = System::nanoTime;
}

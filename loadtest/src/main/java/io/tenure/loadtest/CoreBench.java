package io.tenure.loadtest;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** What one step of the core costs. Holds the place until there is a core to measure. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 2, time = 1)
public class CoreBench {
  private long nowNanos;
  private long renewals;

  public static void main(String[] args) throws IOException {
    Main.main(args);
  }

  @Benchmark
  public long renew() {
    renewals++;
    return nowNanos += 10;
  }

  @TearDown
  public void everyRenewalWasDone() {
    if (renewals == 0 || nowNanos != renewals * 10) {
      throw new IllegalStateException(renewals + " renewals, but it is " + nowNanos);
    }
  }
}

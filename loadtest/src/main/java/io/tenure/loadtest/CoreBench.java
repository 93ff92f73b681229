package io.tenure.loadtest;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Benchmarks single steps of the core under JMH: the same steps as {@link CoreLines}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CoreBench {

  /** A table full of leases, and the yardstick of the same footprint. */
  @State(Scope.Thread)
  public static class Full {
    @Param({"1000", "100000", "1000000", "10000000"})
    public int leases;

    private Renewals renewals = new Renewals(1);
    private Stripes stripes = new Stripes(renewals.handles());

    @Setup(Level.Trial)
    public void fill() {
      renewals = new Renewals(leases);
      stripes = new Stripes(renewals.handles());
    }

    @TearDown(Level.Trial)
    public void check() {
      renewals.check();
      stripes.check();
    }
  }

  /** A table with others in it. */
  @State(Scope.Thread)
  public static class Shared {
    @Param({"100000", "1000000"})
    public int others;

    private Pairs pairs = new Pairs(1);

    @Setup(Level.Trial)
    public void fill() {
      pairs = new Pairs(others);
    }

    @TearDown(Level.Trial)
    public void check() {
      pairs.check();
    }
  }

  @Benchmark
  public long renew(Full full) {
    return full.renewals.one();
  }

  @Benchmark
  public long rawWrite(Full full) {
    return full.stripes.one();
  }

  @Benchmark
  public Object acquireAndRelease(Shared shared) {
    return shared.pairs.one();
  }
}

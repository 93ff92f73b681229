package io.tenure.loadtest.scenario;

import io.tenure.loadtest.gauge.Jvm;
import io.tenure.loadtest.gauge.Pauses;
import io.tenure.loadtest.gauge.Proc;
import io.tenure.loadtest.gauge.Spent;
import io.tenure.loadtest.peer.Tenure;
import io.tenure.loadtest.report.Outcome;

/** Accounts for the resources that the server and its Redis spend during a scenario. */
final class Account implements AutoCloseable {

  static final String BUSY = "processors busy with the server";

  static final String KERNEL = "of that in the kernel";
  static final String SECONDS = "seconds measured";
  static final String RATE = "operations per second";

  private static final double MEGA = 1e6;

  private final Tenure tenure;
  private final Jvm jvm;
  private final Pauses pauses;
  private Spent begun = new Spent(0, 0, 0);
  private long redisBegunNanos;
  private long beganNanos;

  Account(Tenure tenure) {
    this.tenure = tenure;
    jvm = new Jvm(tenure.process().pid());
    pauses = tenure.pauses();
    begin();
  }

  void begin() {
    pauses.forget();
    redisBegunNanos = redisNanos();
    begun = spent();
    beganNanos = System.nanoTime();
  }

  /** Since it began. */
  Spent sofar() {
    return spent().since(begun);
  }

  double seconds() {
    return (System.nanoTime() - beganNanos) / 1e9;
  }

  /** Reports all of it, for so many operations; and begins anew. */
  Spent tell(Outcome outcome, long operations) {
    double seconds = seconds();
    Spent spent = sofar();
    long redis = redisNanos() - redisBegunNanos;
    outcome.figure(SECONDS, seconds, "s");
    outcome.figure(RATE, operations / seconds, "/s");
    outcome.figure("CPU of the server for each", spent.microsPer(operations), "us");
    outcome.figure(KERNEL, spent.kernelPercent(), "%");
    outcome.figure(BUSY, spent.cpuNanos() / 1e9 / seconds, "");
    if (redis > 0) {
      outcome.figure("CPU of its Redis for each", redis / 1e3 / operations, "us");
    } else if (tenure.storesElsewhere()) {
      outcome.setting("CPU of its Redis", "not measured: no process of this run");
    }
    outcome.figure("garbage for each", spent.bytesPer(operations), "B");
    outcome.figure("longest pause of the server's Java", pauses.longestNanos() / MEGA, "ms");
    outcome.figure("memory of the server", Proc.residentBytes(tenure.process().pid()) / MEGA, "MB");
    begin();
    return spent;
  }

  private Spent spent() {
    long pid = tenure.process().pid();
    return new Spent(Proc.cpuNanos(pid), Proc.kernelNanos(pid), jvm.allocatedBytes());
  }

  private long redisNanos() {
    return tenure.process().children().stream()
        .mapToLong(child -> Proc.cpuNanos(child.pid()))
        .sum();
  }

  @Override
  public void close() {
    jvm.close();
  }
}

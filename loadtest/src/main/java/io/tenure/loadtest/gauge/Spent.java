package io.tenure.loadtest.gauge;

/**
 * The resources that a process has spent until now, or between two moments.
 *
 * @param cpuNanos of its threads on a processor
 * @param kernelNanos of those in the kernel
 * @param allocatedBytes by the threads of a Java, else 0
 */
public record Spent(long cpuNanos, long kernelNanos, long allocatedBytes) {

  public Spent since(Spent earlier) {
    return new Spent(
        cpuNanos - earlier.cpuNanos,
        kernelNanos - earlier.kernelNanos,
        allocatedBytes - earlier.allocatedBytes);
  }

  public double microsPer(long operations) {
    return cpuNanos / 1e3 / operations;
  }

  public double kernelPercent() {
    return 100.0 * kernelNanos / cpuNanos;
  }

  public double bytesPer(long operations) {
    return (double) allocatedBytes / operations;
  }

  public double perCpuSecond(long operations) {
    return operations * 1e9 / cpuNanos;
  }
}

package io.tenure.loadtest;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The measuring thread's own clock and account, without the time of other processes and collectors.
 */
final class ThreadClock {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private ThreadClock() {}

  static long nanos() {
    return THREADS.getCurrentThreadCpuTime();
  }

  static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}

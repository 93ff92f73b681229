package io.tenure.loadtest;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The measuring thread's own clock and account: neighbours and collectors do not run on it. */
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

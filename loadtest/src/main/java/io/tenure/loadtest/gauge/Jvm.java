package io.tenure.loadtest.gauge;

import com.sun.management.ThreadMXBean;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The figures of a Java process, read between measurements and never during one. */
public final class Jvm implements AutoCloseable {

  private final JMXConnector connector;
  private final ThreadMXBean threads;
  private final MemoryMXBean memory;

  @SuppressWarnings("BanJNDI") // The process itself has reported the address.
  public Jvm(long pid) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      String address = machine.startLocalManagementAgent();
      machine.detach();
      connector = JMXConnectorFactory.connect(new JMXServiceURL(address));
      var connection = connector.getMBeanServerConnection();
      threads =
          ManagementFactory.newPlatformMXBeanProxy(
              connection, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
      memory =
          ManagementFactory.newPlatformMXBeanProxy(
              connection, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    } catch (Exception failed) {
      throw new IllegalStateException("cannot look into the Java process " + pid, failed);
    }
  }

  /** The bytes allocated by the living threads. */
  public long allocatedBytes() {
    long all = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      all += Math.max(0, bytes);
    }
    return all;
  }

  /** The used heap after a collection. */
  public long liveHeapBytes() {
    memory.gc();
    return memory.getHeapMemoryUsage().getUsed();
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

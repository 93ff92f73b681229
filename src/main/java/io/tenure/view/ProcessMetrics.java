package io.tenure.view;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes what the process uses of the machine, under the names of Prometheus's own clients. */
final class ProcessMetrics {

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final int KIB = 1_024;

  private ProcessMetrics() {}

  static void write(PrometheusText out) {
    memory(out);
    out.counter("jvm_gc_collection_seconds_total", "Time spent in garbage collections.");
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    for (GarbageCollectorMXBean each : collectors) {
      out.sample(each.getCollectionTime() / MILLIS_PER_SECOND, "gc", each.getName());
    }
    out.counter("jvm_gc_collections_total", "Garbage collections.");
    for (GarbageCollectorMXBean each : collectors) {
      out.sample(each.getCollectionCount(), "gc", each.getName());
    }
    out.gauge("jvm_threads", "Threads that are alive.")
        .sample(ManagementFactory.getThreadMXBean().getThreadCount());
    process(out);
  }

  static long heapUsedBytes() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  static long heapMaxBytes() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax();
  }

  /** Returns the memory of the process in the machine; 0 when the machine does not report it. */
  static long residentBytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .map(line -> line.substring(RESIDENT.length()).replaceAll("\\D", ""))
          .mapToLong(Long::parseLong)
          .map(kib -> kib * KIB)
          .findFirst()
          .orElse(0);
    } catch (IOException elsewhere) {
      return 0;
    }
  }

  private static void memory(PrometheusText out) {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    MemoryUsage other = ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage();
    out.gauge("jvm_memory_used_bytes", "Memory that the virtual machine uses.")
        .sample(heap.getUsed(), "area", "heap")
        .sample(other.getUsed(), "area", "nonheap");
    out.gauge("jvm_memory_committed_bytes", "Memory that the virtual machine has reserved.")
        .sample(heap.getCommitted(), "area", "heap")
        .sample(other.getCommitted(), "area", "nonheap");
    out.gauge(
            "jvm_memory_max_bytes", "Memory that the virtual machine may use; -1 without a limit.")
        .sample(heap.getMax(), "area", "heap")
        .sample(other.getMax(), "area", "nonheap");
    out.gauge("jvm_buffer_pool_used_bytes", "Memory in buffers outside of the heap.");
    for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
      out.sample(pool.getMemoryUsed(), "pool", pool.getName());
    }
  }

  private static void process(PrometheusText out) {
    out.gauge("process_resident_memory_bytes", "Memory of the machine that the process uses.")
        .sample(residentBytes());
    out.gauge("process_start_time_seconds", "When the process started, in seconds since 1970.")
        .sample(ManagementFactory.getRuntimeMXBean().getStartTime() / MILLIS_PER_SECOND);
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      out.counter("process_cpu_seconds_total", "Processor time that the process has used.")
          .sample(unix.getProcessCpuTime() / NANOS_PER_SECOND);
      out.gauge("process_open_fds", "File descriptors in use.")
          .sample(unix.getOpenFileDescriptorCount());
      out.gauge("process_max_fds", "File descriptors that the process may use.")
          .sample(unix.getMaxFileDescriptorCount());
    }
  }
}

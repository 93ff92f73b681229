package io.tenure.fault;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Tracks every process that a test may leave behind, and ends it in any case. A server's own Redis
 * loses its parent when the server is killed, and is known by the directory that it was started
 * for.
 */
final class Litter {

  private static final Set<ProcessHandle> STARTED = ConcurrentHashMap.newKeySet();
  private static final Set<String> DIRECTORIES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(), "fault-litter"));
  }

  private Litter() {}

  /** Adds a process by its handle, because a pid alone may be reused by another process. */
  static void add(ProcessHandle process) {
    STARTED.add(process);
    process.onExit().thenRun(() -> STARTED.remove(process));
  }

  static void addThoseOf(String directory) {
    DIRECTORIES.add(directory);
  }

  /** All live processes that were started for that directory, by any parent. */
  static Stream<ProcessHandle> of(String directory) {
    return ProcessHandle.allProcesses()
        .filter(
            process ->
                Stream.of(process.info().arguments().orElse(new String[0]))
                    .anyMatch(argument -> argument.contains(directory)));
  }

  static void clear(String directory) {
    of(directory).forEach(ProcessHandle::destroyForcibly);
    DIRECTORIES.remove(directory);
  }

  /** Servers first: otherwise they would start their Redis again. */
  private static void clear() {
    STARTED.forEach(ProcessHandle::destroyForcibly);
    DIRECTORIES.forEach(Litter::clear);
  }
}

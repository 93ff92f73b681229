package io.tenure.fault;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Every process that may still run because of a test: whatever becomes of the test, none survives
 * it. A server's own Redis is nobody's child once its server was killed; it is known by the
 * directory it was started for.
 */
final class Litter {

  private static final Set<ProcessHandle> STARTED = ConcurrentHashMap.newKeySet();
  private static final Set<String> DIRECTORIES = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> clear(), "fault-litter"));
  }

  private Litter() {}

  /** A handle is more than a pid: it is not fooled by a pid that was given out again. */
  static void add(ProcessHandle process) {
    STARTED.add(process);
    process.onExit().thenRun(() -> STARTED.remove(process));
  }

  static void addThoseOf(String directory) {
    DIRECTORIES.add(directory);
  }

  /** All that were started for that directory, by whomever, and live. */
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

  /** Servers first: they would start their Redis again. */
  private static void clear() {
    STARTED.forEach(ProcessHandle::destroyForcibly);
    DIRECTORIES.forEach(Litter::clear);
  }
}

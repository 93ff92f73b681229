package io.tenure.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A child process of the tests, with its latest output and the signals that tests send to it. */
final class Child implements AutoCloseable {

  /** Enough lines to see why the process died. */
  private static final int LINES_MAX = 300;

  private static final int LINE_CHARS_MAX = 1_000;
  private static final Duration DYING = Duration.ofSeconds(10);
  private static final long LOOK_NANOS = 500_000;

  private final String name;
  private final Process process;
  private final Deque<String> lines = new ArrayDeque<>();

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
  }

  static Child start(String name, Path directory, List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .start();
      Litter.add(process.toHandle());
      Child child = new Child(name, process);
      Thread reader = new Thread(child::read, "output of " + name);
      reader.setDaemon(true);
      reader.start();
      return child;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The first line, past or soon to come, that is {@code wanted}. */
  String await(String what, Predicate<String> wanted, Duration patience) {
    long deadline = System.nanoTime() + patience.toNanos();
    synchronized (lines) {
      String found = find(wanted);
      while (found == null) {
        long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0 || !process.isAlive()) {
          throw new IllegalStateException(name + " never said " + what + ":\n" + said());
        }
        try {
          lines.wait(Math.min(leftMillis, 100));
        } catch (InterruptedException interrupted) {
          Thread.currentThread().interrupt();
          throw new IllegalStateException(interrupted);
        }
        found = find(wanted);
      }
      return found;
    }
  }

  /**
   * Stops the process, and returns when it stands still: on a busy machine its threads go on for a
   * moment.
   */
  void freeze() {
    signal("STOP");
    long deadline = System.nanoTime() + DYING.toNanos();
    while (!standsStill()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IllegalStateException(name + " does not stand still");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private boolean standsStill() {
    try (Stream<Path> threads = Files.list(Path.of("/proc", process.pid() + "", "task"))) {
      return threads.allMatch(Child::stopped);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The state of a thread follows its name in this file, and the name may contain anything. */
  private static boolean stopped(Path thread) {
    try {
      String stat = Files.readString(thread.resolve("stat"), StandardCharsets.ISO_8859_1);
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (IOException ended) {
      return true;
    }
  }

  void thaw() {
    signal("CONT");
  }

  /** Sends SIGKILL; returns when the process is dead. */
  void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Sends SIGTERM, which leaves its input open; returns when the process has ended by itself. */
  void end() {
    signal("TERM");
    if (!awaitEnd()) {
      throw new NotInTime(name + " does not end:\n" + said());
    }
  }

  private boolean awaitEnd() {
    try {
      return process.waitFor(DYING.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  boolean alive() {
    return process.isAlive();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  String said() {
    synchronized (lines) {
      return String.join("\n", lines);
    }
  }

  @Override
  public void close() {
    kill();
  }

  private void signal(String signal) {
    try {
      Process sent =
          new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(process.pid())).start();
      if (!sent.waitFor(DYING.toMillis(), TimeUnit.MILLISECONDS) || sent.exitValue() != 0) {
        throw new IllegalStateException("kill -" + signal + " of " + name + " failed");
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private @Nullable String find(Predicate<String> wanted) {
    return lines.stream().filter(wanted).findFirst().orElse(null);
  }

  private void read() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        synchronized (lines) {
          if (lines.size() == LINES_MAX) {
            lines.removeFirst();
          }
          lines.addLast(line.substring(0, Math.min(line.length(), LINE_CHARS_MAX)));
          lines.notifyAll();
        }
      }
    } catch (IOException dead) {
      // The process was killed: there is nothing more to read.
    }
  }
}

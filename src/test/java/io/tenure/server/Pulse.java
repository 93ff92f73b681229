package io.tenure.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A command for hold that writes the time again and again. It runs in its own process and in three
 * that it starts: a child, a process with an ended parent, and one in its own session. None of them
 * ends on request.
 */
final class Pulse {

  private static final List<String> NAMES = List.of("self", "child", "orphan", "daemon");

  private final Path directory;

  Pulse(Path directory) {
    this.directory = directory;
    try {
      Files.writeString(
          directory.resolve("beat.sh"),
          """
          trap '' TERM INT
          while :; do echo "${EPOCHREALTIME/[.,]/}" >"$1.new"; mv "$1.new" "$1"; sleep 0.01; done
          """);
      Files.writeString(
          directory.resolve("pulse.sh"),
          """
          bash beat.sh child &
          bash -c 'bash beat.sh orphan & exit' &
          bash -c 'setsid bash beat.sh daemon & exit'
          . ./beat.sh self
          """
              .replace(". ./beat.sh self", "set -- self; . ./beat.sh"));
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
  }

  /** The words of the command, which follow the two dashes. */
  static List<String> words() {
    return List.of("bash", "pulse.sh");
  }

  boolean beats() {
    return NAMES.stream().allMatch(name -> Files.exists(directory.resolve(name)));
  }

  /** The wall-clock time of the last beat of the last process. */
  long lastMicros() {
    return NAMES.stream().mapToLong(this::micros).max().orElseThrow();
  }

  private long micros(String name) {
    while (true) {
      try {
        String text = Files.readString(directory.resolve(name)).strip();
        if (!text.isEmpty()) {
          return Long.parseLong(text);
        }
      } catch (IOException trouble) {
        throw new UncheckedIOException(trouble);
      }
    }
  }

  /** Whether none of its processes is left. */
  boolean isOver() {
    return ProcessHandle.allProcesses().noneMatch(this::isOurs);
  }

  private boolean isOurs(ProcessHandle process) {
    String[] words = process.info().arguments().orElse(new String[0]);
    boolean beat = words.length > 0 && words[0].endsWith(".sh");
    try {
      return beat
          && Files.readSymbolicLink(Path.of("/proc/" + process.pid() + "/cwd")).equals(directory);
    } catch (IOException gone) {
      return false;
    }
  }
}

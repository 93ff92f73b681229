package io.tenure.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A command for hold that writes down the time again and again, by itself and by those it has
 * started: a child, one whose parent has ended, and one in a session of its own. None ends when it
 * is asked to.
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

  /** Words for hold, behind the two dashes. */
  static List<String> words() {
    return List.of("bash", "pulse.sh");
  }

  boolean beats() {
    return NAMES.stream().allMatch(name -> Files.exists(directory.resolve(name)));
  }

  /** When the last of them beat for the last time, by the clock on the wall. */
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

  /** Whether nothing of it is left. */
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

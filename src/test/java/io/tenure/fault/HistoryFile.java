package io.tenure.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes all requests and answers about the keys of a violation, for the search for its cause. */
final class HistoryFile {

  private static final Path DIRECTORY = Path.of("target", "fault");

  private HistoryFile() {}

  static Path write(String name, History history, List<Violation> violations) {
    Set<String> keys = violations.stream().map(Violation::key).collect(Collectors.toSet());
    List<String> lines =
        history.operations().stream()
            .filter(each -> keys.contains(each.key()))
            .sorted(Comparator.comparingLong(Operation::sentNanos))
            .map(HistoryFile::line)
            .toList();
    try {
      Files.createDirectories(DIRECTORY);
      return Files.write(DIRECTORY.resolve(name + ".txt"), lines);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String line(Operation operation) {
    return String.format(
        "%10.3f %10.3f  %-4s %-12s %-9s %s %s %s -> %s",
        operation.sentNanos() / 1e6,
        operation.doneNanos() / 1e6,
        operation.server(),
        operation.holder(),
        operation.verb(),
        operation.key(),
        operation.token() == 0 ? "" : operation.token(),
        operation.requestId() == null ? "" : operation.requestId(),
        operation.told());
  }
}

package io.tenure.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for one process; its path is short, because a Unix socket may be in it. */
final class TestDirectory implements AutoCloseable {

  private final Path path;

  TestDirectory() {
    try {
      path = Files.createTempDirectory("tnr");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  Path path() {
    return path;
  }

  /** Replaces the content of {@code to} by a copy of {@code from}, which may change meanwhile. */
  static void copy(Path from, Path to) {
    delete(to);
    for (Path each : tree(from)) {
      Path copy = to.resolve(from.relativize(each));
      try {
        if (Files.isDirectory(each)) {
          Files.createDirectories(copy);
        } else if (Files.isRegularFile(each)) {
          Files.copy(each, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      } catch (NoSuchFileException gone) {
        // The file was a temporary one of the process that writes here.
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  static void delete(Path directory) {
    tree(directory).stream()
        .sorted(Comparator.reverseOrder())
        .forEach(
            each -> {
              try {
                Files.deleteIfExists(each);
              } catch (IOException failed) {
                throw new UncheckedIOException(failed);
              }
            });
  }

  private static List<Path> tree(Path root) {
    if (!Files.exists(root)) {
      return List.of();
    }
    try (Stream<Path> walk = Files.walk(root)) {
      return walk.toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    delete(path);
  }
}

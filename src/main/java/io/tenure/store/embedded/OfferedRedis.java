package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Says which Redis a server on this machine would start for itself. */
public final class OfferedRedis {

  private OfferedRedis() {}

  /**
   * Name, version and place, or why there is none. Runs programs, and writes a temporary file: not
   * for an event loop.
   */
  public static String describe(String searchPath) {
    try {
      var directory = Files.createTempDirectory("tenure-redis");
      try {
        return describe(
            new RedisFinder(searchPath, directory, RedisVersion.OLDEST, line -> {}).find(),
            directory);
      } finally {
        delete(directory);
      }
    } catch (IOException | StoreUnusableException trouble) {
      return "none: " + trouble.getMessage();
    }
  }

  private static String describe(RedisFinder.Found found, Path directory) {
    return found.product()
        + " "
        + found.version().full()
        + (found.path().startsWith(directory) ? ", which comes along" : ", " + found.path());
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}

package io.tenure.store.embedded;

import io.tenure.store.StoreUnusableException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Looks for an executable Redis: on the search path first, else the bundled one. */
final class RedisFinder {

  /** {@code product}: Redis, or Valkey. */
  record Found(Path path, RedisVersion version, String product) {}

  private static final String REDIS = "Redis";
  private static final String VALKEY = "Valkey";
  private static final List<String> NAMES = List.of("redis-server", "valkey-server");

  /** A Redis that is asked for its version answers at once; a slower program is no Redis. */
  private static final int ANSWER_SECONDS = 5;

  private static final int ANSWER_BYTES_MAX = 1024;

  private final String searchPath;
  private final Path directory;
  private final RedisVersion oldest;
  private final Consumer<String> log;

  /**
   * Writes a bundled Redis into {@code directory}.
   *
   * @param oldest the oldest version that can read the data
   */
  RedisFinder(String searchPath, Path directory, RedisVersion oldest, Consumer<String> log) {
    this.searchPath = searchPath;
    this.directory = directory;
    this.oldest = oldest;
    this.log = log;
  }

  /**
   * Runs each candidate to learn its version: not for an event loop.
   *
   * @throws StoreUnusableException if there is none
   */
  Found find() throws IOException {
    var amiss = new ArrayList<String>();
    for (var candidate : onSearchPath()) {
      var found = examined(candidate, amiss);
      if (found != null) {
        return found;
      }
    }
    var passedOver = List.copyOf(amiss);
    for (var bundled : BundledRedis.suiting(property("os.name"), property("os.arch"))) {
      var found = examined(bundled.in(directory), amiss);
      if (found != null) {
        if (!passedOver.isEmpty()) {
          log.accept("using the bundled Redis: " + String.join("; ", passedOver));
        }
        return found;
      }
    }
    throw new StoreUnusableException(
        "no Redis to start on "
            + property("os.name")
            + " "
            + property("os.arch")
            + (amiss.isEmpty() ? "" : " (" + String.join("; ", amiss) + ")")
            + "; install redis-server or valkey-server "
            + oldest.full()
            + " or later, or configure a Redis that runs");
  }

  /** Null, and a line about the reason, if the program cannot be used. */
  private @Nullable Found examined(Path executable, List<String> amiss) {
    try {
      var answer = answer(executable);
      var version = RedisVersion.said(answer);
      if (version == null) {
        amiss.add(executable + " does not run here: " + answer.lines().findFirst().orElse("?"));
      } else if (version.isOlderThan(oldest)) {
        amiss.add(executable + " is " + version.full() + ", older than " + oldest.full());
      } else {
        return new Found(executable, version, answer.startsWith(VALKEY) ? VALKEY : REDIS);
      }
    } catch (IOException refused) {
      amiss.add(executable + " does not run here: " + refused.getMessage());
    }
    return null;
  }

  private static String answer(Path executable) throws IOException {
    var process =
        new ProcessBuilder(executable.toString(), "--version").redirectErrorStream(true).start();
    CompletableFuture.delayedExecutor(ANSWER_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    process.getOutputStream().close();
    try (var out = process.getInputStream()) {
      return new String(out.readNBytes(ANSWER_BYTES_MAX), StandardCharsets.UTF_8);
    }
  }

  private List<Path> onSearchPath() {
    var candidates = new ArrayList<Path>();
    for (var part : searchPath.split(Pattern.quote(File.pathSeparator))) {
      for (var name : NAMES) {
        try {
          var candidate = Path.of(part, name);
          if (candidate.isAbsolute()
              && Files.isRegularFile(candidate)
              && Files.isExecutable(candidate)) {
            candidates.add(candidate);
          }
        } catch (InvalidPathException nothingThere) {
          // The next candidate follows.
        }
      }
    }
    return candidates;
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }
}

package io.tenure.server;

import static org.junit.jupiter.api.Assertions.fail;

import io.tenure.machine.Overdue;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The npm packages of the tests, each in the version that a lock file pins, fetched once. */
public final class NodePackages {

  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path HERE = Path.of("target/node");
  private static final Path LOCK = Path.of("target/node.lock");
  private static final String PINNED = "package-lock.json";
  private static final long PATIENCE_SECONDS = 60;

  /** The number of downloads that are tried, because a download may fail. */
  private static final int ATTEMPTS = 3;

  private NodePackages() {}

  /**
   * The directory of the packages, next to our own scripts. Without Node the test is skipped with a
   * message, unless {@code -Dnode=required} demands Node.
   */
  public static Path installed() throws IOException, InterruptedException {
    if (!found("node") || !found("npm")) {
      passOver("there is no node or no npm on the PATH; install both");
    }
    Files.createDirectories(HERE);
    try (FileChannel channel =
            FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      boolean same = lock.isValid() && fetchedAsPinned();
      for (String file : List.of("package.json", PINNED, "stream.js")) {
        Files.copy(SOURCES.resolve(file), HERE.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
      if (!same) {
        fetch();
      }
    }
    return HERE;
  }

  /** Starts a process that must end soon. */
  public static Process start(String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(HERE.toFile());
    return Overdue.after(PATIENCE_SECONDS, builder.redirectErrorStream(true).start());
  }

  public static int code(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return fail("it does not end");
    }
    return process.exitValue();
  }

  private static boolean fetchedAsPinned() throws IOException {
    Path fetched = HERE.resolve(PINNED);
    return Files.exists(HERE.resolve("node_modules"))
        && Files.exists(fetched)
        && Files.mismatch(SOURCES.resolve(PINNED), fetched) < 0;
  }

  private static void fetch() throws IOException, InterruptedException {
    String said = "";
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Process npm = start("npm", "ci", "--ignore-scripts");
      said = new String(npm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (code(npm) == 0) {
        return;
      }
    }
    Files.delete(HERE.resolve(PINNED));
    passOver("npm cannot install what the tests need: " + said);
  }

  private static boolean found(String program) {
    return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static void passOver(String why) {
    if ("required".equals(System.getProperty("node"))) {
      fail(why);
    }
    System.err.println("A test that needs Node is passed over: " + why);
    Assumptions.abort(why);
  }
}

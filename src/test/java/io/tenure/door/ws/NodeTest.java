package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.tenure.door.http.OpenDoor;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * A client in another language, with the plain {@code ws} package. Where there is no Node this test
 * says so and is passed over, unless {@code -Dnode=required} insists.
 */
final class NodeTest {

  private static final Path SOURCES = Path.of("src/test/node");
  private static final Path HERE = Path.of("target/node");
  private static final long PATIENCE_SECONDS = 60;

  @Test
  void bothSubprotocolsAreSpokenByWhatTheirPageSays() throws Exception {
    install();
    OpenDoor door = new OpenDoor(StreamLimits.STANDARD);
    Process node = start("node", "stream.js", "ws://127.0.0.1:" + door.port() + StreamDoor.PATH);
    StringBuilder said = new StringBuilder();
    try (BufferedReader out = node.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        said.append(line).append('\n');
        if (line.equals("waits for goaway")) {
          door.close();
        }
      }
      assertEquals(0, code(node), said.toString());
      assertEquals("waits for goaway\ndone\n", said.toString());
    } finally {
      node.destroyForcibly();
      door.close();
    }
  }

  private static void install() throws Exception {
    if (!found("node") || !found("npm")) {
      passOver("there is no node or no npm on the PATH; install both");
    }
    Files.createDirectories(HERE);
    boolean same =
        Files.exists(HERE.resolve("node_modules/ws"))
            && Files.mismatch(
                    SOURCES.resolve("package-lock.json"), HERE.resolve("package-lock.json"))
                < 0;
    for (String file : List.of("package.json", "package-lock.json", "stream.js")) {
      Files.copy(SOURCES.resolve(file), HERE.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    if (!same) {
      Process npm = start("npm", "ci", "--ignore-scripts");
      String said = new String(npm.getInputStream().readAllBytes());
      if (code(npm) != 0) {
        passOver("npm cannot install the ws package: " + said);
      }
    }
  }

  private static boolean found(String program) {
    return List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }

  private static void passOver(String why) {
    if ("required".equals(System.getProperty("node"))) {
      fail(why);
    }
    System.err.println("NodeTest is passed over: " + why);
    Assumptions.abort(why);
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command).directory(HERE.toFile()).redirectErrorStream(true).start();
  }

  private static int code(Process process) throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return fail("it does not end");
    }
    return process.exitValue();
  }
}

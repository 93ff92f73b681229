package io.tenure.loadtest.peer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AbandonedTest {

  @Test
  void aServerEndsWithAHarnessThatIsKilled() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Java.program(),
                "-cp",
                System.getProperty("java.class.path"),
                Harness.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    Process harness = builder.start();
    CompletableFuture.delayedExecutor(60, TimeUnit.SECONDS).execute(harness::destroyForcibly);
    try (BufferedReader said = harness.inputReader(StandardCharsets.US_ASCII)) {
      ProcessHandle echo = ProcessHandle.of(Long.parseLong(said.readLine())).orElseThrow();
      assertTrue(echo.isAlive());
      harness.destroyForcibly().onExit().join();
      if (!Pinning.endsWithUs()) {
        echo.destroyForcibly();
      }
      echo.onExit().orTimeout(20, TimeUnit.SECONDS).join();
    } finally {
      harness.destroyForcibly();
    }
  }

  /** Starts a server, prints its process id, and waits to be killed. */
  static final class Harness {
    public static void main(String[] args) throws IOException {
      System.out.println(new BareEcho().process().pid());
      System.in.read();
    }
  }
}

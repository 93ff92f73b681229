package io.tenure.loadtest.scenario;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ProgressTest {

  @Test
  void whereThereIsNoTerminalLinesAreAdded() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Progress progress =
        new Progress(new PrintStream(out, true, StandardCharsets.UTF_8), false).shown()) {
      progress.doing("soak");
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () -> {
            while (!out.toString(StandardCharsets.UTF_8).contains("soak")) {
              LockSupport.parkNanos(5_000_000);
            }
          });
    }

    assertFalse(out.toString(StandardCharsets.UTF_8).contains("\r"), "nothing is painted over");
  }
}

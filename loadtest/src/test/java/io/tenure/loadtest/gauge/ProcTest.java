package io.tenure.loadtest.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcTest {

  private static final long KERNEL_NANOS = 100_000_000;

  @Test
  void whatTheKernelDoesForAProcessCountsAsItsOwn() {
    long pid = ProcessHandle.current().pid();
    long before = Proc.kernelNanos(pid);
    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          try (InputStream zeros = Files.newInputStream(Path.of("/dev/zero"))) {
            byte[] many = new byte[1 << 20];
            while (Proc.kernelNanos(pid) - before < KERNEL_NANOS) {
              zeros.read(many);
            }
          }
        });

    assertTrue(Proc.kernelNanos(pid) <= Proc.cpuNanos(pid));
  }

  @Test
  void whatIsGivenBackAMomentLaterDoesNotCount() {
    long[] megabytes = {90};
    long[] looks = {0};

    long settled =
        Proc.settled(
            () -> megabytes[0] << 20,
            () -> {
              looks[0]++;
              megabytes[0] -= looks[0] % 5 == 0 && megabytes[0] > 40 ? 10 : 0;
            });

    assertEquals(40L << 20, settled);
  }

  @Test
  void whoGivesBackForEverIsNotWaitedFor() {
    long[] bytes = {1L << 40};

    Proc.settled(() -> bytes[0], () -> bytes[0] -= 1 << 20);

    assertTrue(bytes[0] > 0);
  }
}

package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that finding the name of this machine never waits for a network. */
class HostNameTest {

  private static final Map<String, String> NONE = Map.of();
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(20);

  private final Callable<String> notAsked =
      () -> {
        throw new AssertionError("names were resolved");
      };

  @TempDir Path directory;

  @Test
  void theKernelIsBelievedFirst() throws IOException {
    Path kernel = Files.writeString(directory.resolve("hostname"), "worker-7\n");

    assertEquals("worker-7", HostName.of(kernel, Map.of("HOSTNAME", "else"), notAsked, LONG));
  }

  @Test
  void thenAVariable() throws IOException {
    Path none = directory.resolve("none");
    Path empty = Files.writeString(directory.resolve("empty"), "\n");

    assertEquals("web-1", HostName.of(none, Map.of("HOSTNAME", "web-1"), notAsked, LONG));
    assertEquals("PC", HostName.of(empty, Map.of("COMPUTERNAME", "PC"), notAsked, LONG));
  }

  @Test
  void thenWhoeverResolvesNames() {
    assertEquals("found", HostName.of(directory.resolve("none"), NONE, () -> "found", LONG));
    assertEquals(HostName.UNKNOWN, nobodyKnows());
  }

  @Test
  void aResolverThatHangsIsNotWaitedFor() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch asked = new CountDownLatch(1);
    Callable<String> hangs =
        () -> {
          asked.countDown();
          never.await();
          return "late";
        };

    String name =
        assertTimeoutPreemptively(
            LONG, () -> HostName.of(directory.resolve("none"), NONE, hangs, SHORT));
    assertEquals(HostName.UNKNOWN, name);
    asked.await();
    never.countDown();
  }

  @Test
  void thisMachineHasAName() {
    assertFalse(HostName.present().isBlank());
  }

  private String nobodyKnows() {
    return HostName.of(
        directory.resolve("none"),
        NONE,
        () -> {
          throw new UnknownHostException();
        },
        LONG);
  }
}

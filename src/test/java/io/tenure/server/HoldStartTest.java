package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks {@code ./tenure hold} between the grant and the start of its command, with slow tools. */
class HoldStartTest {

  @TempDir static Path data;
  private static Served server;

  @TempDir Path directory;
  private Path tools;
  private final String key = "start/" + UUID.randomUUID();

  @BeforeAll
  static void serve() {
    server = new Served(data, "--store", "memory").open();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void make() throws IOException {
    tools = Files.createDirectory(directory.resolve("tools"));
  }

  @Test
  void aSignalReachesACommandThatHasNoGroupYet() throws IOException {
    tool("setsid", ": >begun; exec sleep 300");
    try (Typed hold = hold("--", "true")) {
      hold.await("it starts", () -> Files.exists(directory.resolve("begun")));
      Served.signal("TERM", hold.launcher().pid());

      assertEquals(ExitCode.SIGNALS + 15, hold.end(), hold.err());
    }
    assertTrue(isFree());
  }

  @Test
  void whoStoodStillUntilTheLeaseWasOverStartsNothing() throws IOException {
    tool("env", ": >begun; until [ -e go ]; do sleep 0.02; done; exec /usr/bin/env \"$@\"");
    try (Typed hold = hold("--ttl", "1s", "--", "touch", "ran")) {
      hold.await("it starts", () -> Files.exists(directory.resolve("begun")));
      Served.signal("STOP", hold.java().pid());
      hold.await("the lease is over", this::isFree);
      Files.createFile(directory.resolve("go"));
      Served.signal("CONT", hold.java().pid());

      assertEquals(ExitCode.LOST, hold.end(), hold.err());
      assertFalse(hold.said("is killed"), hold.err());
      assertFalse(hold.said("guard kills"), hold.err());
    }
    assertFalse(Files.exists(directory.resolve("ran")));
  }

  @Test
  void aGuardThatASignalEndsAtOnceIsMissed() throws IOException {
    tool("bash", "[ \"$3\" != tenure-guard ] || kill -s INT $$; exec /bin/bash \"$@\"");
    try (Typed hold = hold("--", "true")) {
      assertEquals(0, hold.end());
      assertTrue(hold.said("the command for " + key + " has no guard"), hold.err());
    }
  }

  @Test
  void aGuardThatIsKilledIsMissed() throws IOException {
    try (Typed hold = hold("--", "sh", "-c", "echo begun; read x")) {
      hold.awaitSaid("begun");
      hold.guard().destroyForcibly();

      hold.awaitSaid("the command for " + key + " has no guard");
      assertEquals(0, hold.told("end\n").end());
    }
  }

  private void tool(String name, String script) throws IOException {
    LauncherTree.executable(tools.resolve(name), "#!/bin/sh\n" + script + "\n");
  }

  private Typed hold(String... words) {
    List<String> all = new ArrayList<>(List.of("hold", key));
    all.addAll(List.of(words));
    return Typed.withTools(server.url(), directory, tools, all.toArray(String[]::new));
  }

  private boolean isFree() {
    return server.send("GET", "/v1/keys/" + key).body().contains("\"holders\":[]");
  }
}

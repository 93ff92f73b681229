package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks which variables the command of {@code ./tenure hold} gets. */
@RealMachine
class HoldCredentialsTest {

  private static final List<String> SECRET =
      List.of("TENURE_AUTH=geheim", "TENURE_STORE=redis://:geheim@h");
  private static final List<String> SECRET_FILES =
      List.of("TENURE_AUTH_FILE=token", "TENURE_STORE_PASSWORD_FILE=password");

  @TempDir static Path data;
  private static Served server;
  private static CredentialProxy proxy;

  @TempDir Path directory;
  private final String key = "hold/" + UUID.randomUUID();

  @BeforeAll
  static void serve() throws Exception {
    server = new Served(data, "--store", "memory").open();
    proxy = new CredentialProxy(server.url());
  }

  @AfterAll
  static void stop() {
    proxy.close();
    server.close();
  }

  @Test
  void theCommandGetsNoCredential() throws IOException {
    Files.writeString(directory.resolve("token"), "geheim");

    assertEquals(List.of(), secrets(SECRET, "--"));
    assertEquals(List.of(), secrets(SECRET_FILES, "--"));
  }

  @Test
  void theCommandGetsThemWhereThatIsAskedFor() throws IOException {
    Files.writeString(directory.resolve("token"), "geheim");

    assertEquals(SECRET, secrets(SECRET, "--pass-credentials", "--"));
    assertEquals(SECRET_FILES, secrets(SECRET_FILES, "--pass-credentials", "--"));
  }

  /** The variables of that kind that a command has. */
  private List<String> secrets(List<String> variables, String... flags) {
    List<String> words = new ArrayList<>(List.of("hold", key));
    words.addAll(List.of(flags));
    words.add("env");
    try (Typed hold =
        Typed.withVariables(proxy.url(), directory, variables, words.toArray(String[]::new))) {
      assertEquals(0, hold.end(), hold.err());
      assertTrue(hold.out().contains("TENURE_KEY=" + key), hold.out().toString());
      return hold.out().stream()
          .filter(each -> each.startsWith("TENURE_AUTH") || each.startsWith("TENURE_STORE"))
          .sorted()
          .toList();
    }
  }
}

package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tenure.machine.RealMachine;
import io.tenure.store.redis.TestRedis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks a server with a Redis that asks for a password: it is let in, and shows it nowhere. */
@RealMachine
class StoreLoginTest {

  private static final String PASSWORD = "ge/q7x@m";

  @TempDir static Path home;
  private static TestRedis redis;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    redis = TestRedis.start(home, "user default on >" + PASSWORD + " ~* &* +@all");
  }

  @AfterAll
  static void stop() {
    redis.close();
  }

  @Test
  void aPasswordInTheAddressIsShownNowhere() throws IOException {
    for (String login : List.of(PASSWORD, "ge%2Fq7x%40m", "ge/q7x%40m")) {
      Path data = directory.resolve("data");
      String address = redis.address().replace("redis://", "redis://:" + login + "@");
      try (Opened server = new Opened(data, "STORE", address, "SHARDS", "4")) {
        assertHidden(server, data);
      }
    }
  }

  @Test
  void aPasswordInAFileOpensTheStore() throws IOException {
    Path file = Files.writeString(directory.resolve("password"), PASSWORD + "\n");
    Path data = directory.resolve("data");
    String[] flags = {
      "STORE", redis.address(), "STORE_PASSWORD_FILE", file.toString(), "SHARDS", "4"
    };

    try (Opened server = new Opened(data, flags)) {
      assertHidden(server, data);
    }
  }

  private static void assertHidden(Opened server, Path data) throws IOException {
    server.send("DELETE", "/v1/keys/k?reason=test");
    for (String page : List.of("/metrics", "/v1/shards", "/readyz?verbose", "/ui/sessions")) {
      String answer = server.get(page).body();
      assertFalse(answer.contains("q7x"), page);
    }
    assertFalse(server.log().toString().contains("q7x"), server.log().toString());
    Opened.await("settings", () -> Files.exists(data.resolve("settings")));
    Opened.await("audit", () -> Files.exists(data.resolve("audit.log")));
    try (var files = Files.list(data)) {
      for (Path file : files.toList()) {
        assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("q7x"));
        assertEquals(
            PosixFilePermissions.fromString("rw-------"),
            Files.getPosixFilePermissions(file),
            file.toString());
      }
    }
  }
}

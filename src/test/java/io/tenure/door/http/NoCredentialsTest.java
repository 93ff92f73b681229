package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks that a server without authentication does not pretend to have it. */
final class NoCredentialsTest {

  private static final String[] GARBAGE = {"Authorization", "Bearer garbage"};

  @SuppressWarnings("NullAway.Init") // Each test has its own.
  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor();
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /v1/leases?key=a&holder=b&ttl=30s",
    "DELETE, /v1/keys/a?reason=x",
    "GET, /v1/keys/a",
    "GET, /v1/keys",
    "GET, /v1/watch?prefix=a",
    "GET, /openapi.yaml",
    "GET, /no/such/path",
    "OPTIONS, /v1/leases",
  })
  void aCredentialIsRefusedBecauseItIsNotChecked(String method, String path) throws Exception {
    Told told = door.send(method, path, null, GARBAGE);

    assertEquals(401, told.status());
    assertEquals("UNAUTHENTICATED", told.text("code"));
    assertEquals("Authorization", told.text("field"));
    assertTrue(told.text("detail").contains("unset TENURE_AUTH"), told.text("detail"));
    assertEquals(201, door.acquire("a").status());
  }

  @Test
  void theRefusalNamesASchemeAndAStreamIsRefusedToo() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(
          socket,
          "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
              + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
              + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
              + "Authorization: Basic Z2FyYmFnZQ==\r\n\r\n");
      Raw.Answer answer = Raw.answer(socket);

      assertEquals(401, answer.status());
      assertTrue(answer.head().contains("www-authenticate: Bearer\r\n"), answer.head());
    }
  }

  @Test
  void probesMaySendCredentials() throws Exception {
    assertEquals(200, door.send("GET", "/livez", null, GARBAGE).status());
    assertEquals(200, door.send("GET", "/readyz", null, GARBAGE).status());
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedHostsTest {

  @SuppressWarnings("NullAway.Init") // Each test opens its own.
  private OpenDoor door;

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @Test
  void aNameThatWasLedHereFromElsewhereIsRefusedAndTheConnectionLivesOn() throws Exception {
    door = new OpenDoor();
    try (Socket socket = door.socket()) {
      Raw.Answer refused = ask(socket, "evil.example:" + door.port());
      assertEquals(400, refused.status());
      assertTrue(refused.body().contains("http.names"), refused.body());
      for (String own : List.of("localhost", "db.LOCALHOST:1", "127.0.0.1:7420", "[::1]:7420")) {
        assertEquals(200, ask(socket, own).status(), own);
      }
    }
  }

  @Test
  void namesThatWereListedAreAnswered() throws Exception {
    door = new OpenDoor(HttpOptions.DEFAULT.withNames(AllowedHosts.named(List.of("tenure.corp"))));
    try (Socket socket = door.socket()) {
      assertEquals(200, ask(socket, "Tenure.corp").status());
      assertEquals(400, ask(socket, "x.tenure.corp").status());
    }
  }

  @Test
  void whereEveryMachineMayAskAnyNameIs() throws Exception {
    door = new OpenDoor(HttpOptions.DEFAULT.withNames(AllowedHosts.ANY));
    try (Socket socket = door.socket()) {
      assertEquals(200, ask(socket, "evil.example").status());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example:x",
        "evil.example:123456:7",
        "evil example",
        "evil.example, localhost",
        "user@evil.example",
        "evil.example/",
        "http://localhost",
        "[evil]",
        "[::1",
        "::1",
        "ev%69l.example",
        "\u00e9vil",
        ""
      })
  void aHostThatCannotBeReadIsRefusedThoughAnyNameIsAccepted(String host) throws Exception {
    door = new OpenDoor(HttpOptions.DEFAULT.withNames(AllowedHosts.ANY));
    try (Socket socket = door.socket()) {
      assertRefused(ask(socket, host), "Host cannot be read; send a name or an address");
      assertEquals(200, ask(socket, "localhost").status());
    }
  }

  @Test
  void aHostThatIsMissingIsRefused() throws Exception {
    door = new OpenDoor(HttpOptions.DEFAULT.withNames(AllowedHosts.ANY));
    try (Socket socket = door.socket()) {
      String remedy = "Host is missing; send the name or the address of this server";
      assertRefused(say(socket, "GET /livez HTTP/1.1\r\n\r\n"), remedy);
      assertRefused(say(socket, "POST /v1/leases?key=a HTTP/1.1\r\n\r\n"), remedy);
      assertEquals(200, say(socket, "GET /livez HTTP/1.0\r\n\r\n").status());
    }
  }

  @Test
  void aHostThatIsThereTwiceIsRefusedThoughBothAreTheSame() throws Exception {
    door = new OpenDoor();
    try (Socket socket = door.socket()) {
      for (String second : List.of("localhost", "evil.example", "")) {
        String hosts = "Host: localhost\r\nhost: " + second + "\r\n\r\n";
        assertRefused(
            say(socket, "GET /livez HTTP/1.1\r\n" + hosts), "Host is there 2 times; send it once");
        assertRefused(say(socket, "GET /v1/keys/a HTTP/1.1\r\n" + hosts), "Host is there 2 times");
      }
    }
  }

  private static void assertRefused(Raw.Answer refused, String detail) {
    assertEquals(400, refused.status(), refused.body());
    assertTrue(refused.body().contains("\"field\":\"Host\""), refused.body());
    assertTrue(refused.body().contains(detail), refused.body());
  }

  private static Raw.Answer ask(Socket socket, String host) throws Exception {
    return say(socket, "GET /v1/keys/a HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  }

  private static Raw.Answer say(Socket socket, String request) throws Exception {
    Raw.send(socket, request);
    return Raw.answer(socket);
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

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
    door =
        new OpenDoor(
            HttpOptions.DEFAULT.withNames(new AllowedHosts(false, List.of("tenure.corp"))));
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

  private static Raw.Answer ask(Socket socket, String host) throws Exception {
    Raw.send(socket, "GET /v1/keys/a HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
    return Raw.answer(socket);
  }
}

package io.tenure.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.server.Opened;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that requests are logged where an operator enabled it, and that no secret is logged. */
class RequestLogLinesTest {

  private static final Duration TTL = Duration.ofSeconds(60);

  @TempDir Path data;

  @Test
  void eachAnswerHasALineWithItsPathAndWithoutAnyName() {
    try (Opened server = new Opened(data, "LOG_REQUESTS", "on")) {
      String id = server.acquire("SECRET-key", "SECRET-holder", TTL);
      server.send("POST", "/v1/leases/" + id + "/renew");
      server.get("/v1/keys/SECRET-key");
      server.get("/v1/keys?prefix=SECRET");
      server.get("/nowhere/" + id);
      server.send(id, "/livez");
      server.get("/metrics");
      server.get("/ui/app.js");
      server.get("/v1/watch?from=SECRET");
      assertEquals(200, server.openStream("/v1/watch?key=SECRET-key").statusCode());

      assertEquals(
          List.of(
              "POST /v1/leases 201",
              "POST /v1/leases/{leaseId}/renew 200",
              "GET /v1/keys/{key} 200",
              "GET /v1/keys 200",
              "GET unknown 404",
              "unknown /livez 405",
              "GET /metrics 200",
              "GET /ui/{part} 200",
              "GET /v1/watch 400",
              "GET /v1/watch 200"),
          told(server, "method", "path", "status"));
      assertTrue(
          requests(server).stream()
              .allMatch(fields -> (long) fields.getOrDefault("micros", 0L) > 0));
      assertNothingSecret(server, id);
    }
  }

  @Test
  void soHasEachTextOfAStream() {
    try (Opened server = new Opened(data, "LOG_REQUESTS", "on")) {
      String id = server.acquire("SECRET-key", "SECRET-holder", TTL);
      WebSocket stream =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(
                  URI.create(server.url().replace("http", "ws") + "/v1/stream"),
                  new WebSocket.Listener() {})
              .join();
      for (String text :
          List.of(
              "{\"seq\":1,\"op\":\"renew\",\"leaseId\":\"" + id + "\"}",
              "{\"seq\":2,\"op\":\"look\",\"wrong\":\"SECRET\"}",
              "{\"seq\":3,\"op\":\"SECRET\"}")) {
        int before = requests(server).size();
        stream.sendText(text, true).join();
        Opened.await("it is answered", () -> requests(server).size() > before);
      }
      stream.abort();

      List<String> told = told(server, "op", "status");
      assertEquals(List.of("renew 200", "look 400", "unknown 400"), told.subList(1, told.size()));
      assertNothingSecret(server, id);
    }
  }

  @Test
  void nobodyIsToldOfWhoDidNotAsk() {
    try (Opened server = new Opened(data)) {
      server.acquire("a", "b", TTL);

      assertEquals(List.of(), requests(server));
    }
  }

  private static List<Map<String, Object>> requests(Opened server) {
    return server.log().stream()
        .map(LogLine::fields)
        .filter(fields -> fields.containsKey("status"))
        .toList();
  }

  private static List<String> told(Opened server, String... names) {
    List<String> told = new ArrayList<>();
    for (Map<String, Object> fields : requests(server)) {
      List<String> some = new ArrayList<>();
      for (String name : names) {
        some.add(String.valueOf(fields.get(name)));
      }
      told.add(String.join(" ", some));
    }
    return told;
  }

  private static void assertNothingSecret(Opened server, String id) {
    String all = server.log().toString();
    assertFalse(all.contains(id) || all.contains("SECRET"), all);
  }
}

package io.tenure.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.server.Opened;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks requests for the pages of operators, and their refusals. */
class OperatorPagesTest {

  @TempDir Path data;

  private Opened server;

  @BeforeEach
  void open() {
    server = new Opened(data);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ui/stream?filter=%zz", "/ui/key?key=%zz", "/ui/sessions?cursor=%zz"})
  void whatCannotBeDecodedIsRefusedWithTheRemedy(String address) throws IOException {
    String refused = answer("GET " + address + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n");

    assertTrue(refused.split("\r\n")[0].contains(" 400 "), refused);
    assertTrue(refused.contains("%25"), refused);
    assertTrue(refused.contains("default-src 'self'"), refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/metrics", "/ui", "/ui/", "/ui/app.js", "/ui/key?key=a", "/ui/sessions"})
  void whatIsReadCanBeAskedForItsHeadAlone(String path) {
    HttpResponse<String> whole = server.get(path);
    HttpResponse<String> head = server.send("HEAD", path);

    assertEquals(whole.statusCode(), head.statusCode());
    assertEquals(
        whole.headers().firstValue("content-type"), head.headers().firstValue("content-type"));
    assertEquals("", head.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "POST"})
  void aStreamHasNoHeadAndTakesNothing(String method) {
    assertEquals(405, server.send(method, "/ui/stream").statusCode());
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /ui/key?key=, 400, INVALID, false",
    "GET, /ui/sessions?cursor=x, 400, INVALID, false",
    "GET, /ui/nothing, 404, NO_SUCH_PATH, false",
    "POST, /ui/, 405, METHOD_NOT_ALLOWED, false",
    "DELETE, /metrics, 405, METHOD_NOT_ALLOWED, false",
    "HEAD, /ui/stream, 405, '', false"
  })
  void aRefusalIsAWholeProblem(
      String method, String path, int status, String code, boolean retryable) {
    HttpResponse<String> refused = server.send(method, path);

    assertEquals(status, refused.statusCode());
    assertEquals(
        "application/problem+json", refused.headers().firstValue("content-type").orElse(""));
    assertEquals("no-store", refused.headers().firstValue("cache-control").orElse(""));
    if (!code.isEmpty()) {
      assertProblem(refused, code, retryable);
    }
  }

  @Test
  void aPageThatIsRefusedForNowIsToldWhenToComeAgain() {
    for (int open = 0; open < DashboardBroadcaster.VIEWERS_MAX; open++) {
      assertEquals(200, server.openStream("/ui/stream").statusCode());
    }
    HttpResponse<String> full = server.get("/ui/stream");

    assertEquals(503, full.statusCode());
    assertProblem(full, "LIMIT", true);
    assertEquals("1", full.headers().firstValue("retry-after").orElse(""));
  }

  @Test
  void aKeyIsToldWithTheFieldsOfTheProtocolsAndWithoutItsValue() {
    server.send("POST", "/v1/leases?key=a&holder=ann&ttl=60s&value=secret&slots=3");
    JsonObject told = new JsonObject(server.get("/ui/key?key=a").body());
    JsonObject known = new JsonObject(server.get("/v1/keys/a").body());
    JsonObject holder = told.getJsonArray("holders").getJsonObject(0);
    JsonObject published = known.getJsonArray("holders").getJsonObject(0);
    Set<String> withoutValue = new HashSet<>(published.fieldNames());
    withoutValue.remove("value");

    assertTrue(told.fieldNames().containsAll(known.fieldNames()), told.encode());
    assertTrue(holder.fieldNames().containsAll(withoutValue), holder.encode());
    assertEquals(published.getString("since"), holder.getString("since"));
    assertEquals(60_000, holder.getLong("ttlMs"));
    assertFalse(told.encode().contains("secret"), told.encode());
    JsonObject event = told.getJsonArray("events").getJsonObject(0);
    assertEquals("granted", event.getString("type"));
    assertEquals(holder.getString("since"), event.getString("at"));
  }

  @ParameterizedTest
  @CsvSource({
    "/ui, 308",
    "/ui/, 200",
    "/ui/?filter=%40ann, 200",
    "/ui/key?key=a, 403",
    "/ui/sessions, 403",
    "/ui/stream, 403",
    "/ui/app.js, 403",
    "/metrics, 403"
  })
  void aLinkOfAnotherSiteLeadsToTheDashboardAndToNoData(String address, int status)
      throws IOException {
    String fetched = "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n";
    String asked = "GET " + address + " HTTP/1.0\r\nHost: 127.0.0.1\r\n" + fetched;

    assertEquals(status, status(asked + "Sec-Fetch-Dest: document\r\n\r\n"));
    assertEquals(403, status(asked + "Sec-Fetch-Dest: iframe\r\n\r\n"));
  }

  private static void assertProblem(HttpResponse<String> refused, String code, boolean retryable) {
    JsonObject problem = new JsonObject(refused.body());
    assertEquals(code, problem.getString("code"));
    assertEquals(retryable, problem.getBoolean("retryable"));
    assertEquals(refused.statusCode(), problem.getInteger("status"));
    assertTrue(problem.getString("type").startsWith("urn:tenure:problem:"), refused.body());
  }

  /** Reads no more than the status, because the answer may be a stream. */
  private int status(String asked) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.ISO_8859_1));
      byte[] line = socket.getInputStream().readNBytes("HTTP/1.0 200".length());
      return Integer.parseInt(new String(line, StandardCharsets.US_ASCII).split(" ")[1]);
    }
  }

  /** Sends a request that a correct client would not send. */
  private String answer(String asked) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(server.url()).getPort())) {
      socket.getOutputStream().write(asked.getBytes(StandardCharsets.ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

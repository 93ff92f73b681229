package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.AnnexRoute;
import io.vertx.core.buffer.Buffer;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks HTTP itself: every refusal is a problem with a code, and the connection stays usable. */
final class MannersTest {

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door =
        new OpenDoor(
            HttpOptions.DEFAULT
                .withAnnex(annex("/annex", true, "annexed"))
                .withAnnex(annex("/annex/{+part}", false, "below "))
                .withAnnex(
                    new AnnexRoute(
                        "/echo",
                        false,
                        (exchange, name) -> {
                          exchange.takeOver();
                          exchange
                              .request()
                              .toWebSocket()
                              .onSuccess(
                                  socket -> socket.textMessageHandler(socket::writeTextMessage));
                        })));
  }

  private static AnnexRoute annex(String address, boolean head, String told) {
    return new AnnexRoute(
        address,
        head,
        (exchange, name) -> exchange.answer(200, "text/plain", Buffer.buffer(told + name)));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void whatIsNotThereIsNotFound() throws Exception {
    for (String path :
        List.of("/", "/v1", "/v1/leases/", "/v1/leases/a/b", "/V1/leases", "/v2/keys")) {
      Told told = door.get(path);
      assertEquals(404, told.status(), path);
      assertEquals("NO_SUCH_PATH", told.code());
      assertEquals("application/problem+json", told.type());
      assertEquals("urn:tenure:problem:no-such-path", told.text("type"));
    }
  }

  @Test
  void aMethodThatIsNotThereIsRefusedWithThoseThatAre() throws Exception {
    Told told = door.send("PATCH", "/v1/leases/x", "{}");

    assertEquals(405, told.status());
    assertEquals("METHOD_NOT_ALLOWED", told.code());
    assertEquals(
        "GET, HEAD, DELETE, OPTIONS", told.http().headers().firstValue("allow").orElse(""));
    assertEquals(405, door.get("/v1/leases/renew").status());
    assertEquals(405, door.send("TRACE", "/v1/keys/a", null).status());
  }

  @Test
  void optionsAreListedAndAHeadHasNoBody() throws Exception {
    Told options = door.send("OPTIONS", "/v1/keys/a", null);
    Told head = door.send("HEAD", "/v1/keys/a", null);
    Told refused = door.send("HEAD", "/v1/keys/", null);

    assertEquals(204, options.status());
    assertEquals(
        "GET, HEAD, DELETE, OPTIONS", options.http().headers().firstValue("allow").orElse(""));
    assertEquals(200, head.status());
    assertEquals("", head.http().body());
    assertTrue(head.http().headers().firstValueAsLong("content-length").orElse(0) > 0);
    assertEquals(400, refused.status());
  }

  @Test
  void aBodyThatIsNotJsonIsRefused() throws Exception {
    String[][] headers = {
      {"Content-Type", "text/plain"},
      {"Content-Type", "application/x-www-form-urlencoded"},
      {"Content-Type", "application/json; charset=latin1"},
      {"Content-Type", "application/json", "Content-Encoding", "gzip"}
    };
    for (String[] header : headers) {
      Told told = Raw.post(door, "/v1/leases", OpenDoor.wish("media", "anna"), header);
      assertEquals(415, told.status(), header[1]);
      assertEquals("UNSUPPORTED_MEDIA", told.code());
    }
    Told utf8 =
        Raw.post(
            door,
            "/v1/leases",
            OpenDoor.wish("media", "anna"),
            "Content-Type",
            "application/json; charset=UTF-8");
    assertEquals(201, utf8.status());
  }

  @Test
  void aMistakeInABodyIsRefusedByItsName() throws Exception {
    Told unknown = door.post("/v1/leases", "{\"key\":\"a\",\"tll\":\"30s\",\"holder\":\"h\"}");
    Told twice = door.send("POST", "/v1/leases?key=a", OpenDoor.wish("a", "anna"));
    Told broken = door.post("/v1/leases", "{\"key\":");
    Told get = door.send("GET", "/v1/keys/a", "{}");
    Told query = door.get("/v1/keys/a?x=1");

    assertEquals("tll", unknown.text("field"));
    assertTrue(unknown.text("detail").contains("hardTtl"), unknown.text("detail"));
    assertEquals("key", twice.text("field"));
    assertEquals("body", broken.text("field"));
    assertEquals("body", get.text("field"));
    assertEquals("x", query.text("field"));
    for (Told told : List.of(unknown, twice, broken, get, query)) {
      assertEquals(400, told.status());
      assertEquals("INVALID", told.code());
      assertEquals(false, told.body().get("retryable"));
    }
  }

  @Test
  void aRequestIdInTheHeaderMayNotContradictTheBody() throws Exception {
    String wish = "{\"key\":\"ids\",\"ttl\":30,\"holder\":\"anna\",\"requestId\":\"r1\"}";

    assertEquals(201, door.send("POST", "/v1/leases", wish, "Idempotency-Key", "r1").status());
    Told refused = door.send("POST", "/v1/leases", wish, "Idempotency-Key", "r2");
    assertEquals(400, refused.status());
    assertEquals("requestId", refused.text("field"));
  }

  @Test
  void aPageOfAnotherSiteChangesNothing() throws Exception {
    String[] foreign = {"Sec-Fetch-Site", "cross-site"};
    String[] untold = {"Origin", "http://evil.example"};

    assertEquals(403, door.send("POST", "/v1/leases", "{}", foreign).status());
    assertEquals(403, door.send("DELETE", "/v1/keys/a", null, foreign).status());
    assertEquals(403, door.send("POST", "/v1/fences/a?token=9", "", untold).status());
    String[] own = {"Origin", "http://127.0.0.1:" + door.port()};
    assertEquals(200, door.send("POST", "/v1/fences/a?token=9", "", own).status());
  }

  @Test
  void itIsAliveReadyAndDescribesItself() throws Exception {
    Told ready = door.get("/readyz");

    assertEquals("alive", door.get("/livez").text("status"));
    assertEquals(200, ready.status());
    assertEquals(OpenDoor.SHARDS, ready.number("serving"));
    assertTrue(door.get("/openapi.yaml").http().body().startsWith("openapi: 3.1"));
  }

  @Test
  void anAnnexAnswersOnTheSamePort() throws Exception {
    assertEquals("annexed", door.get("/annex").http().body());
    assertEquals("below app.js", door.get("/annex/app.js").http().body());
    assertEquals(404, door.get("/annexe").status());
  }

  @Test
  void methodsOfAnAnnexAreRefusedAndListedAsThoseOfEveryPath() throws Exception {
    Told refused = door.send("POST", "/annex", "");
    Told whole = door.get("/annex");
    Told head = door.send("HEAD", "/annex", null);
    Told headless = door.send("HEAD", "/annex/app.js", null);

    assertEquals(405, refused.status());
    assertEquals("METHOD_NOT_ALLOWED", refused.code());
    assertEquals("GET, HEAD, OPTIONS", allowed(refused));
    assertEquals("GET, HEAD, OPTIONS", allowed(door.send("OPTIONS", "/annex", null)));
    assertEquals(200, head.status());
    assertEquals("", head.http().body());
    assertEquals(whole.http().headers().map().keySet(), head.http().headers().map().keySet());
    assertEquals(405, headless.status());
    assertEquals("GET, OPTIONS", allowed(headless));
  }

  private static String allowed(Told told) {
    return told.http().headers().firstValue("allow").orElse("");
  }

  @Test
  void anAnnexMayTurnItsRequestIntoAStream() throws Exception {
    CompletableFuture<String> echoed = new CompletableFuture<>();
    WebSocket socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(
                URI.create("ws://127.0.0.1:" + door.port() + "/echo"),
                new WebSocket.Listener() {
                  @Override
                  public @Nullable CompletionStage<?> onText(
                      WebSocket from, CharSequence text, boolean last) {
                    echoed.complete(text.toString());
                    return null;
                  }
                })
            .get(10, TimeUnit.SECONDS);
    socket.request(1);
    socket.sendText("hello", true);

    assertEquals("hello", echoed.get(10, TimeUnit.SECONDS));
    socket.abort();
  }

  @Test
  void whoAsksForHttp2IsAnsweredInHttp1() throws Exception {
    try (Socket socket = door.socket()) {
      for (int round = 0; round < 2; round++) {
        Raw.send(
            socket,
            "GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n");
        Raw.Answer answer = Raw.answer(socket);
        assertEquals(200, answer.status());
        assertTrue(answer.head().startsWith("HTTP/1.1 "), answer.head());
      }
    }
  }

  @Test
  void aServerWithoutItsShardsSaysThatItStandsBy() throws Exception {
    OpenDoor left = new OpenDoor();
    try {
      OpenDoor.get(left.router.leave());
      OpenDoor.until(() -> left.router.serving() == 0);
      Told ready = left.get("/readyz");
      Told refused = left.acquire("a");

      assertEquals(503, ready.status());
      assertEquals("standby", ready.text("role"));
      assertEquals(503, refused.status());
      assertEquals("UNAVAILABLE", refused.code());
      assertEquals(true, refused.body().get("retryable"));
      assertEquals(503, left.get("/v1/keys").status());
      assertEquals(503, left.get("/v1/watch").status());
    } finally {
      left.close();
    }
  }
}

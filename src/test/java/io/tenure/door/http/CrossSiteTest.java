package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.AnnexRoute;
import io.vertx.core.buffer.Buffer;
import java.io.InputStream;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks what pages of other sites may read, by the headers with which browsers tell of them. */
final class CrossSiteTest {

  private static final String[] LINK = fetched("cross-site", "navigate", "document");
  private static final String[] FRAME = fetched("cross-site", "navigate", "iframe");
  private static final String[] IMAGE = fetched("cross-site", "no-cors", "image");
  private static final String[] SCRIPT = fetched("cross-site", "cors", "empty");

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    AnnexRoute data =
        new AnnexRoute(
            "/data",
            true,
            (exchange, name) -> exchange.answer(200, "text/plain", Buffer.buffer("secret")));
    AnnexRoute page = new AnnexRoute("/page", data.head(), data.call()).asPage();
    door = new OpenDoor(HttpOptions.DEFAULT.withAnnex(data).withAnnex(page));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  private static String[] fetched(String site, String mode, String destination) {
    return new String[] {
      "Sec-Fetch-Site", site, "Sec-Fetch-Mode", mode, "Sec-Fetch-Dest", destination
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/keys/a",
        "/v1/keys",
        "/v1/leases/none",
        "/v1/sessions/none",
        "/v1/fences/a",
        "/v1/shards",
        "/v1/stream",
        "/livez",
        "/readyz",
        "/data"
      })
  void aPageOfAnotherSiteReadsNoData(String path) throws Exception {
    for (String[] way : new String[][] {LINK, FRAME, IMAGE, SCRIPT}) {
      Told refused = door.send("GET", path, null, way);

      assertEquals(403, refused.status(), way[5]);
      assertEquals("FORBIDDEN", refused.code());
      assertTrue(refused.text("detail").contains("type the address"), refused.text("detail"));
    }
    if (!path.equals("/v1/stream")) {
      assertEquals(403, door.send("HEAD", path, null, IMAGE).status());
    }
  }

  @Test
  void aPageOfAnotherSiteWatchesNothing() throws Exception {
    HttpResponse<InputStream> refused =
        door.send("/v1/watch", HttpResponse.BodyHandlers.ofInputStream(), SCRIPT);

    assertEquals(403, refused.statusCode());
    refused.body().close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/page", "/openapi.yaml"})
  void aLinkLeadsToWhatPeopleOpen(String path) throws Exception {
    assertEquals(200, door.send("GET", path, null, LINK).status());
    assertEquals(200, door.send("HEAD", path, null, LINK).status());
    for (String[] way : new String[][] {FRAME, IMAGE, SCRIPT}) {
      assertEquals(403, door.send("GET", path, null, way).status(), way[5]);
    }
    assertEquals(403, door.send("GET", path, null, "Sec-Fetch-Site", "cross-site").status());
  }

  @Test
  void anAddressThatIsTypedAndPagesOfThisServerAreAnswered() throws Exception {
    for (String path : new String[] {"/v1/keys/a", "/livez", "/data", "/page"}) {
      assertEquals(200, door.get(path).status(), path);
      assertEquals(
          200, door.send("GET", path, null, fetched("none", "navigate", "document")).status());
      assertEquals(
          200, door.send("GET", path, null, fetched("same-origin", "cors", "empty")).status());
    }
  }
}

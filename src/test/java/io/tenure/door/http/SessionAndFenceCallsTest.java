package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the calls about sessions, which keep many leases alive, and fences, which remember the
 * largest token.
 */
final class SessionAndFenceCallsTest {

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor();
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void aSessionIsKeptAliveAndTakesItsLeasesWithIt() throws Exception {
    Told opened = door.post("/v1/sessions", "{\"ttl\":\"30s\",\"holder\":\"anna\"}");
    String id = opened.text("sessionId");
    for (int key = 0; key < 9; key++) {
      Told granted = door.post("/v1/leases", under("under/" + key, id));
      assertEquals(201, granted.status());
      assertEquals(0, granted.number("validForMs"));
    }
    Told seen = door.get("/v1/sessions/" + id);
    Told alive = door.post("/v1/sessions/" + id + "/keepalive", null);
    Told closed = door.delete("/v1/sessions/" + id);

    assertEquals(201, opened.status());
    assertEquals(30_000, opened.number("ttlMs"));
    assertEquals("anna", seen.text("holder"));
    assertEquals(30_000, alive.number("validForMs"));
    assertEquals(200, closed.status());
    assertEquals(200, door.delete("/v1/sessions/" + id).status());
    assertEquals(410, door.get("/v1/sessions/" + id).status());
    assertEquals("RELEASED", door.post("/v1/sessions/" + id + "/keepalive", null).code());
    OpenDoor.until(() -> held("under/").isEmpty());
    assertEquals("SESSION_OVER", door.post("/v1/leases", under("under/x", id)).code());
  }

  @Test
  void aLeaseUnderASessionIsNotRenewedByItself() throws Exception {
    String id = door.post("/v1/sessions", "{\"ttl\":30,\"holder\":\"anna\"}").text("sessionId");
    String lease = door.post("/v1/leases", under("bound", id)).text("leaseId");
    Told refused = door.post("/v1/leases/" + lease + "/renew", null);

    assertEquals(409, refused.status());
    assertEquals("SESSION_BOUND", refused.code());
  }

  @Test
  void theSameRequestOpensTheSameSession() throws Exception {
    String wish = "{\"ttl\":30,\"holder\":\"anna\",\"requestId\":\"s1\"}";
    Told first = door.post("/v1/sessions", wish);
    Told again = door.post("/v1/sessions", wish);

    assertEquals(List.of(201, 200), List.of(first.status(), again.status()));
    assertEquals(first.text("sessionId"), again.text("sessionId"));
    door.delete("/v1/sessions/" + first.text("sessionId"));
    assertEquals("REQUEST_CONSUMED", door.post("/v1/sessions", wish).code());
  }

  @Test
  void anIdOfNoSessionIsNotFound() throws Exception {
    String lease = door.acquire("no/session").text("leaseId");

    for (String id : List.of("x", lease)) {
      assertEquals(404, door.get("/v1/sessions/" + id).status());
      assertEquals(404, door.delete("/v1/sessions/" + id).status());
      assertEquals(404, door.post("/v1/sessions/" + id + "/keepalive", null).status());
    }
    assertEquals("SESSION_OVER", door.post("/v1/leases", under("a", "x")).code());
  }

  @Test
  void aFenceAcceptsNoTokenBelowTheLargestItSaw() throws Exception {
    assertEquals(0, door.get("/v1/fences/db/orders").number("token"));
    assertEquals(200, door.post("/v1/fences/db/orders", "{\"token\":7}").status());
    assertEquals(200, door.post("/v1/fences/db%2Forders", "{\"token\":7}").status());
    Told fenced = door.post("/v1/fences/db/orders", "{\"token\":6}");

    assertEquals(409, fenced.status());
    assertEquals("FENCED", fenced.code());
    assertEquals(7, fenced.number("mark"));
    assertEquals(7, door.get("/v1/fences/db/orders").number("token"));
  }

  @Test
  void aFenceNeedsATokenThatIsOne() throws Exception {
    for (String body :
        List.of(
            "{}",
            "{\"token\":0}",
            "{\"token\":-1}",
            "{\"token\":1.5}",
            "{\"token\":9007199254740992}",
            "{\"token\":\"7\"}")) {
      Told refused = door.post("/v1/fences/f", body);
      assertEquals(400, refused.status(), body);
      assertEquals("token", refused.text("field"));
    }
    assertTrue(door.get("/v1/fences/" + "x".repeat(600)).text("detail").contains("characters"));
  }

  private static String under(String key, String session) {
    return "{\"key\":\"" + key + "\",\"holder\":\"anna\",\"session\":\"" + session + "\"}";
  }

  private static List<?> held(String prefix) {
    try {
      return door.get("/v1/keys?prefix=" + prefix).objects("keys");
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.GatewayOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the calls about keys: the views for every caller, and the actions of operators. */
final class KeyCallsTest {

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
  void aKeyIsShownHeldOrFree() throws Exception {
    Told granted = door.acquire("seen");
    Told held = door.get("/v1/keys/seen");
    Told free = door.get("/v1/keys/nobody");

    Map<String, Object> holder = held.objects("holders").get(0);
    assertEquals(true, held.body().get("held"));
    assertEquals("anna", holder.get("holder"));
    assertEquals(granted.number("token"), holder.get("token"));
    assertTrue(String.valueOf(holder.get("since")).endsWith("Z"));
    assertFalse(held.http().body().contains(granted.text("leaseId")));
    assertEquals(200, free.status());
    assertEquals(false, free.body().get("held"));
  }

  @Test
  void aKeyMayHaveSlashesSpacesAndAnyScript() throws Exception {
    for (String key :
        List.of(
            "a/b/c",
            "a b",
            "a%2Fb",
            "a+b",
            "\u043a\u043b\u044e\u0447/\u9375",
            "/",
            "//x",
            "..",
            "?#&=",
            "\ud83d\udd12")) {
      Told granted = door.post("/v1/leases", OpenDoor.wish(key, "anna"));
      assertEquals(201, granted.status(), key);
      String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
      assertEquals(key, door.get("/v1/keys/" + encoded).text("key"));
      assertEquals(true, door.get("/v1/keys/" + encoded).body().get("held"), key);
    }
    assertEquals(true, door.get("/v1/keys/a/b/c").body().get("held"), "slashes as they are");
    assertEquals(true, door.get("/v1/keys/a+b").body().get("held"), "a plus is a plus");
  }

  @Test
  void whatIsNoKeyIsRefusedByName() throws Exception {
    for (String path : List.of("/v1/keys/", "/v1/keys/%ff", "/v1/keys/" + "x".repeat(513))) {
      Told refused = door.get(path);
      assertEquals(400, refused.status(), path);
      assertEquals("key", refused.text("field"));
    }
  }

  @Test
  void heldKeysAreListedPageByPageOverAllShardsOnceEach() throws Exception {
    Set<String> held = new HashSet<>();
    for (int key = 0; key < 60; key++) {
      held.add("list/" + key);
      door.acquire("list/" + key);
    }
    Set<String> seen = new HashSet<>();
    String cursor = "";
    int pages = 0;
    do {
      Told page = door.get("/v1/keys?prefix=list/&limit=7" + cursor);
      assertTrue(page.objects("keys").size() <= 7);
      page.objects("keys").forEach(key -> assertTrue(seen.add((String) key.get("key"))));
      cursor = page.body().containsKey("cursor") ? "&cursor=" + page.text("cursor") : "";
      pages++;
    } while (!cursor.isEmpty());

    assertEquals(held, seen);
    assertTrue(pages >= 9);
  }

  @Test
  void aCursorOfAnotherKindIsRefused() throws Exception {
    for (String cursor : List.of("x", "AAAA", "*", "")) {
      Told refused = door.get("/v1/keys?cursor=" + cursor);
      assertEquals(400, refused.status());
      assertEquals("cursor", refused.text("field"));
    }
    assertEquals("limit", door.get("/v1/keys?limit=1001").text("field"));
    assertEquals("limit", door.get("/v1/keys?limit=many").text("field"));
  }

  @Test
  void anOperatorBreaksWhatHeSaw() throws Exception {
    Told granted = door.acquire("break/a");
    Told other = door.delete("/v1/keys/break/a?token=7");
    Told broken =
        door.delete("/v1/keys/break/a?token=" + granted.number("token") + "&reason=upkeep");
    Told nobody = door.delete("/v1/keys/break/a");

    assertEquals(412, other.status());
    assertEquals("CHANGED_HANDS", other.code());
    assertEquals(200, broken.status());
    assertEquals(List.of(granted.number("token")), broken.body().get("tokens"));
    assertEquals(true, broken.body().get("atOnce"));
    assertEquals(404, nobody.status());
    assertEquals("NOT_HELD", nobody.code());
  }

  @Test
  void aBreakMayWaitForTheTtlOrForAGrace() throws Exception {
    String lease = "/v1/leases/" + door.acquire("break/b").text("leaseId");
    Told broken = door.delete("/v1/keys/break/b?grace=ttl");
    Told renewed = door.post(lease + "/renew", null);

    assertEquals(false, broken.body().get("atOnce"));
    assertEquals(true, renewed.body().get("breaking"));
    assertTrue(renewed.number("validForMs") < 30_000);
    assertEquals(200, door.delete("/v1/keys/break/b?grace=100ms").status());
    OpenDoor.until(() -> code(lease).equals("BROKEN"));
  }

  @Test
  void aServerMayLetNobodyBreak() throws Exception {
    OpenDoor shut = new OpenDoor(GatewayOptions.DEFAULT.withBreaking(false));
    try {
      shut.acquire("a");
      Told refused = shut.delete("/v1/keys/a");
      assertEquals(403, refused.status());
      assertEquals("FORBIDDEN", refused.code());
    } finally {
      shut.close();
    }
  }

  @Test
  void aKeyWithAControlCharacterIsShownAndNotGranted() throws Exception {
    for (String sign : List.of("%00", "%0A", "%7F", "%C2%85", "%E2%80%A8")) {
      Told refused = door.post("/v1/leases?holder=anna&ttl=30s&key=a" + sign, null);

      assertEquals(400, refused.status(), sign);
      assertEquals("key", refused.text("field"));
      assertTrue(refused.text("detail").contains("key has the control character U+"), sign);
      assertEquals(200, door.get("/v1/keys/a" + sign).status(), sign);
    }
  }

  private static String code(String path) {
    try {
      Told told = door.get(path);
      return told.status() == 200 ? "" : told.code();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}

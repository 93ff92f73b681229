package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the calls about leases over HTTP, one by one. */
final class LeaseCallsTest {

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
  void aFreeKeyIsGrantedAndSaysAllTheDesignSays() throws Exception {
    Told granted =
        door.post(
            "/v1/leases",
            "{\"key\":\"grant/a\",\"ttl\":\"30s\",\"holder\":\"anna\",\"value\":\"10.0.0.1\"}");

    assertEquals(201, granted.status());
    assertEquals("application/json", granted.type());
    assertEquals("grant/a", granted.text("key"));
    assertEquals("anna", granted.text("holder"));
    assertEquals("10.0.0.1", granted.text("value"));
    assertEquals(30_000, granted.number("ttlMs"));
    assertEquals(30_000, granted.number("validForMs"));
    assertEquals(10_000, granted.number("renewAfterMs"));
    assertEquals(5_000, granted.number("safetyMs"));
    assertEquals(granted.number("token"), granted.number("revision"));
    assertEquals("no-store", granted.http().headers().firstValue("cache-control").orElse(""));
  }

  @Test
  void theSameFieldsMayComeInTheQuery() throws Exception {
    Told granted = door.send("POST", "/v1/leases?key=query%2Fa&ttl=0.5&holder=anna&slots=2", null);

    assertEquals(201, granted.status());
    assertEquals(500, granted.number("ttlMs"));
    assertEquals(0, granted.number("slot"));
  }

  @Test
  void theSameRequestIsGivenTheSameLeaseAndNeverAnother() throws Exception {
    String wish = "{\"key\":\"again\",\"ttl\":30,\"holder\":\"anna\",\"requestId\":\"r1\"}";
    Told first = door.post("/v1/leases", wish);
    Told again = door.post("/v1/leases", wish);
    Told header =
        door.send(
            "POST", "/v1/leases", OpenDoor.wish("again", "anna"), "Idempotency-Key", "\"r1\"");

    assertEquals(List.of(201, 200, 200), List.of(first.status(), again.status(), header.status()));
    assertEquals(first.text("leaseId"), again.text("leaseId"));
    assertEquals(first.number("token"), again.number("token"));
    assertEquals(first.text("leaseId"), header.text("leaseId"));
    door.delete("/v1/leases/" + first.text("leaseId"));
    Told late = door.post("/v1/leases", wish);
    assertEquals(409, late.status());
    assertEquals("REQUEST_CONSUMED", late.code());
    assertEquals(first.number("token"), late.number("token"));
  }

  @Test
  void aHeldKeyIsRefusedWithItsHolder() throws Exception {
    Told held = door.acquire("held");
    Told refused = door.post("/v1/leases", OpenDoor.wish("held", "bert"));

    assertEquals(409, refused.status());
    assertEquals("application/problem+json", refused.type());
    assertEquals("HELD", refused.code());
    assertEquals("anna", refused.text("holder"));
    assertEquals(held.number("token"), refused.number("token"));
    assertTrue(refused.number("remainingMs") > 29_000);
    assertEquals(0, refused.number("waiters"));
    assertEquals(true, refused.body().get("retryable"));
    assertEquals("30", refused.http().headers().firstValue("retry-after").orElse(""));
    assertFalse(refused.http().body().contains(held.text("leaseId")));
  }

  @Test
  void aLeaseIsSeenRenewedAndReleasedByItsIdAndIsOverThen() throws Exception {
    Told granted = door.acquire("life");
    String lease = "/v1/leases/" + granted.text("leaseId");
    Told seen = door.get(lease);
    Told renewed = door.post(lease + "/renew", null);
    Told released = door.delete(lease);
    Told releasedAgain = door.delete(lease);
    Told late = door.post(lease + "/renew", null);

    assertEquals("life", seen.text("key"));
    assertEquals("exclusive", seen.text("mode"));
    assertEquals(200, renewed.status());
    assertEquals(granted.number("token"), renewed.number("token"));
    assertEquals(30_000, renewed.number("validForMs"));
    assertEquals(200, released.status());
    assertEquals(200, releasedAgain.status());
    assertEquals(410, late.status());
    assertEquals("RELEASED", late.code());
    assertEquals(410, door.get(lease).status());
  }

  @Test
  void whoComesLateIsToldHowItEnded() throws Exception {
    Told shortLived =
        door.post("/v1/leases", "{\"key\":\"short\",\"ttl\":\"100ms\",\"holder\":\"anna\"}");
    OpenDoor.until(() -> status("/v1/keys/short").equals(List.of()));
    Told late = door.post("/v1/leases/" + shortLived.text("leaseId") + "/renew", null);

    assertEquals(410, late.status());
    assertEquals("EXPIRED", late.code());
    assertTrue(late.number("agoMs") >= 0);
    Told broken = door.acquire("broken");
    assertEquals(200, door.delete("/v1/keys/broken").status());
    assertEquals("BROKEN", door.get("/v1/leases/" + broken.text("leaseId")).code());
  }

  @Test
  void manyAreRenewedTogetherAndADeadOneHarmsNoOther() throws Exception {
    String one = door.acquire("many/1").text("leaseId");
    String two = door.acquire("many/2").text("leaseId");
    door.delete("/v1/leases/" + two);
    Told told =
        door.post(
            "/v1/leases/renew",
            "{\"leases\":[\"" + one + "\",\"" + two + "\",\"nonsense\",\"" + one + "\"]}");

    assertEquals(200, told.status());
    List<Map<String, Object>> results = told.objects("results");
    assertEquals(30_000L, results.get(0).get("validForMs"));
    assertEquals("RELEASED", results.get(1).get("code"));
    assertEquals("NOT_FOUND", results.get(2).get("code"));
    assertEquals(
        List.of(200L, 410L, 404L, 200L), results.stream().map(r -> r.get("status")).toList());
  }

  @Test
  void aKeyIsHandedOnToANamedHolderUnderANewToken() throws Exception {
    Told granted = door.acquire("hand");
    String lease = "/v1/leases/" + granted.text("leaseId");
    Told nobody = door.post(lease + "/transfer", null);
    Told handed = door.post(lease + "/transfer", "{\"holder\":\"bert\"}");

    assertEquals(409, nobody.status());
    assertEquals("NOBODY_WAITING", nobody.code());
    assertEquals(200, handed.status());
    assertEquals("bert", handed.text("holder"));
    assertTrue(handed.number("token") > granted.number("token"));
    assertNotEquals(granted.text("leaseId"), handed.text("leaseId"));
    assertEquals("RELEASED", door.post(lease + "/renew", null).code());
    assertEquals("RELEASED", door.post(lease + "/transfer", "{\"holder\":\"carl\"}").code());
  }

  @Test
  void aValueIsChangedAndTakenAway() throws Exception {
    String lease = "/v1/leases/" + door.acquire("valued").text("leaseId");

    assertEquals(200, door.send("PUT", lease + "/value", "{\"value\":\"here\"}").status());
    assertEquals("here", door.get(lease).text("value"));
    assertEquals(200, door.send("PUT", lease + "/value", "{\"valueBase64\":\"/wA=\"}").status());
    assertEquals("/wA=", door.get(lease).text("valueBase64"));
    assertEquals(200, door.send("PUT", lease + "/value", "{\"value\":null}").status());
    assertFalse(door.get(lease).body().containsKey("value"));
    Told missing = door.send("PUT", lease + "/value", "{}");
    assertEquals(400, missing.status());
    assertEquals("value", missing.text("field"));
    Told large = door.send("PUT", lease + "/value", "{\"value\":\"" + "x".repeat(5_000) + "\"}");
    assertEquals(413, large.status());
  }

  @Test
  void anIdOfNoLeaseIsNotFoundHoweverItIsMadeUp() throws Exception {
    String other = door.acquire("other").text("leaseId");
    String guessed = other.substring(0, other.length() - 4) + "AAAA";

    for (String id : List.of("x", "nonsense", guessed, "%00")) {
      assertEquals(404, door.get("/v1/leases/" + id).status(), id);
      assertEquals("NOT_FOUND", door.post("/v1/leases/" + id + "/renew", null).code(), id);
      assertEquals("NOT_FOUND", door.delete("/v1/leases/" + id).code(), id);
    }
  }

  private static List<Map<String, Object>> status(String path) {
    try {
      return door.get(path).objects("holders");
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }
}

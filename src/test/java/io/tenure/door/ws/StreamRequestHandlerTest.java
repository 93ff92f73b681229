package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.tenure.api.Operation;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.Told;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks each operation over a stream: the same answer as over HTTP, with the seq of its request.
 */
final class StreamRequestHandlerTest {

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withCounts(8, 2));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void aLeaseIsTakenRenewedValuedAndReleased() throws Exception {
    try (Talker talker = new Talker(door)) {
      Message granted = talker.acquire("calls/a");
      String id = "\"leaseId\":\"" + granted.text("leaseId") + "\"";

      assertEquals(201, granted.status());
      assertEquals(30_000, granted.number("validForMs"));
      assertEquals(200, talker.ask("\"op\":\"renew\"," + id).status());
      assertEquals(200, talker.ask("\"op\":\"value\",\"value\":\"10.0.0.1\"," + id).status());
      assertEquals("10.0.0.1", talker.ask("\"op\":\"inspect\"," + id).text("value"));
      Message look = talker.ask("\"op\":\"look\",\"key\":\"calls/a\"");
      assertEquals(true, look.get("held"));
      assertEquals(200, talker.ask("\"op\":\"release\"," + id).status());
      Message late = talker.ask("\"op\":\"renew\"," + id);
      assertEquals(410, late.status());
      assertEquals("RELEASED", late.code());
      assertEquals(false, late.get("retryable"));
    }
  }

  @Test
  void theBodiesAreThoseOfHttp() throws Exception {
    try (Talker talker = new Talker(door)) {
      door.acquire("calls/same");
      String path = "/v1/keys/calls/same";

      Map<String, Object> over = talker.ask("\"op\":\"look\",\"key\":\"calls/same\"").fields();
      Map<String, Object> http = Told.object(door.get(path).http().body());
      Map<String, Object> refused =
          talker
              .ask("\"op\":\"acquire\",\"key\":\"calls/same\",\"ttl\":5,\"holder\":\"b\"")
              .fields();
      Map<String, Object> refusedToo =
          Told.object(door.post("/v1/leases", OpenDoor.wish("calls/same", "b")).http().body());

      assertEquals(with(http.keySet(), "seq", "status"), over.keySet());
      assertEquals(with(refusedToo.keySet(), "seq"), refused.keySet());
      assertEquals("HELD", refused.get("code"));
      assertEquals(409L, refused.get("status"));
    }
  }

  @Test
  void keysAreListedAndBrokenAndHandedOn() throws Exception {
    try (Talker talker = new Talker(door)) {
      String id = talker.acquire("list/a").text("leaseId");
      Message page = talker.ask("\"op\":\"list\",\"prefix\":\"list/\"");
      assertEquals(1, page.list("keys").size());

      Message next =
          talker.ask("\"op\":\"transfer\",\"holder\":\"ben\",\"leaseId\":\"" + id + "\"");
      assertEquals("ben", next.text("holder"));
      Message broken =
          talker.ask("\"op\":\"break\",\"key\":\"list/a\",\"token\":" + next.number("token"));
      assertEquals(200, broken.status());
      assertEquals("NOT_HELD", talker.ask("\"op\":\"break\",\"key\":\"list/a\"").code());
    }
  }

  @Test
  void sessionsAndFencesAreThereToo() throws Exception {
    try (Talker talker = new Talker(door)) {
      Message opened = talker.ask("\"op\":\"open-session\",\"ttl\":30,\"holder\":\"anna\"");
      String id = "\"sessionId\":\"" + opened.text("sessionId") + "\"";
      assertEquals(201, opened.status());
      assertEquals(
          201,
          talker
              .ask(
                  "\"op\":\"acquire\",\"key\":\"s/1\",\"holder\":\"anna\",\"session\":\""
                      + opened.text("sessionId")
                      + "\"")
              .status());
      assertEquals(200, talker.ask("\"op\":\"keepalive\"," + id).status());
      assertEquals("anna", talker.ask("\"op\":\"inspect-session\"," + id).text("holder"));
      assertEquals(true, talker.ask("\"op\":\"close-session\"," + id).get("closed"));
      assertEquals("RELEASED", talker.ask("\"op\":\"keepalive\"," + id).code());

      String fence = "\"fence\":\"disk\"";
      assertEquals(7, talker.ask("\"op\":\"raise-fence\",\"token\":7," + fence).number("token"));
      assertEquals("FENCED", talker.ask("\"op\":\"raise-fence\",\"token\":6," + fence).code());
      assertEquals(7, talker.ask("\"op\":\"read-fence\"," + fence).number("token"));
      assertEquals(
          "CHANGED_HANDS", talker.ask("\"op\":\"drop-fence\",\"token\":6," + fence).code());
      assertEquals(7, talker.ask("\"op\":\"drop-fence\",\"token\":7," + fence).number("token"));
      assertEquals(0, talker.ask("\"op\":\"read-fence\"," + fence).number("token"));
    }
  }

  @Test
  void anOperatorSeesTheShardsAndEndsAQuarantine() throws Exception {
    try (Talker talker = new Talker(door)) {
      List<?> shards = talker.ask("\"op\":\"shards\"").list("shards");
      assertEquals("serves", ((Map<?, ?>) shards.get(3)).get("state"));
      assertEquals("wrong", talker.ask("\"op\":\"shards\",\"wrong\":1").text("field"));
      String end = "\"op\":\"end-quarantine\",\"shard\":3";
      assertEquals(false, talker.ask(end + ",\"reason\":\"r\"").get("ended"));
      assertEquals("reason", talker.ask(end).text("field"));
    }
  }

  @Test
  void manyAreRenewedWithAResultEach() throws Exception {
    try (Talker talker = new Talker(door)) {
      String id = talker.acquire("many/a").text("leaseId");
      Message told = talker.ask("\"op\":\"renew-many\",\"leases\":[\"" + id + "\",\"x\"]");

      List<?> results = told.list("results");
      assertEquals(200L, ((Map<?, ?>) results.get(0)).get("status"));
      assertEquals("NOT_FOUND", ((Map<?, ?>) results.get(1)).get("code"));
    }
  }

  @Test
  void aWaitingAcquireIsAnsweredWhenItIsGranted() throws Exception {
    try (Talker holder = new Talker(door);
        Talker waiter = new Talker(door)) {
      String id = holder.acquire("wait/a").text("leaseId");
      long waits = waiter.send(wish("wait/a", "1m"));
      untilWaiting("wait/a", 1);
      assertEquals(200, waiter.ask("\"op\":\"look\",\"key\":\"wait/a\"").status());

      holder.ask("\"op\":\"release\",\"leaseId\":\"" + id + "\"");

      Message granted = waiter.answer(waits);
      assertEquals(201, granted.status());
      assertNotNull(granted.text("leaseId"));
    }
  }

  @Test
  void whoClosesOrCancelsLeavesTheQueue() throws Exception {
    door.acquire("wait/b");
    try (Talker waiter = new Talker(door)) {
      long waits = waiter.send(wish("wait/b", "1m"));
      untilWaiting("wait/b", 1);
      assertEquals(true, waiter.ask("\"op\":\"cancel\",\"of\":" + waits).get("cancelled"));
      assertEquals("WITHDRAWN", waiter.answer(waits).code());
      assertEquals(false, waiter.ask("\"op\":\"cancel\",\"of\":" + waits).get("cancelled"));

      waiter.send(wish("wait/b", "1m"));
      untilWaiting("wait/b", 1);
    }
    untilWaiting("wait/b", 0);
  }

  @Test
  void moreThanMayBeUnderWayIsRefusedAndNothingElseSuffers() throws Exception {
    door.acquire("wait/c");
    try (Talker waiter = new Talker(door)) {
      for (int at = 0; at < 8; at++) {
        waiter.send(wish("wait/c", "1m"));
      }
      untilWaiting("wait/c", 8);
      Message busy = waiter.ask("\"op\":\"look\",\"key\":\"a\"");
      assertEquals("BUSY", busy.code());
      assertEquals(true, busy.get("retryable"));
    }
    untilWaiting("wait/c", 0);
  }

  @Test
  void mistakesAreRefusedByNameAndTheStreamLivesOn() throws Exception {
    try (Talker talker = new Talker(door)) {
      Map<String, String> fieldByMessage = new HashMap<>();
      fieldByMessage.put("{\"seq\":", "body");
      fieldByMessage.put("", "body");
      fieldByMessage.put("[]", "body");
      fieldByMessage.put("{\"op\":\"look\",\"key\":\"a\"}", "seq");
      fieldByMessage.put("{\"seq\":\"one\",\"op\":\"look\"}", "seq");
      fieldByMessage.put("{\"seq\":-1,\"op\":\"look\"}", "seq");
      for (Map.Entry<String, String> each : fieldByMessage.entrySet()) {
        talker.text(each.getKey());
        Message refused = talker.refusal();
        assertEquals(400, refused.status(), each.getKey());
        assertEquals(each.getValue(), refused.text("field"), each.getKey());
      }
      talker.write(0x81, new byte[] {'{', '"', (byte) 0xc3, '"', '}'});
      assertEquals("body", talker.refusal().text("field"));
      assertEquals("op", talker.ask("\"op\":\"acquier\"").text("field"));
      assertEquals("op", talker.ask("\"key\":\"a\"").text("field"));
      assertEquals("tll", talker.ask("\"op\":\"look\",\"key\":\"a\",\"tll\":1").text("field"));
      assertEquals(
          "ttl", talker.ask("\"op\":\"acquire\",\"key\":\"a\",\"holder\":\"h\"").text("field"));
      assertEquals("NOT_FOUND", talker.ask("\"op\":\"renew\",\"leaseId\":\"x\"").code());
      assertEquals("of", talker.ask("\"op\":\"cancel\"").text("field"));
      assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status());
    }
  }

  @Test
  void aMessageMayComeInFragments() throws Exception {
    try (Talker talker = new Talker(door)) {
      String whole = "{\"seq\":77,\"op\":\"look\",\"key\":\"a\"}";
      talker.write(Talker.TEXT, bytes(whole.substring(0, 5)));
      talker.write(0x80 | Talker.PING, bytes("between"));
      talker.write(Talker.CONTINUATION, bytes(whole.substring(5, 20)));
      talker.write(0x80, bytes(whole.substring(20)));
      assertEquals(200, talker.answer(77).status());
      assertFalse(talker.hasUnread("goaway"));
    }
  }

  @Test
  void everyOpCanBeAskedFor() throws Exception {
    try (Talker talker = new Talker(door)) {
      for (Operation operation : Operation.ofWire()) {
        Message told = talker.ask("\"op\":\"" + operation.spelling() + "\",\"wrong\":1");
        assertEquals("wrong", told.text("field"), operation.spelling());
      }
    }
  }

  private static String wish(String key, String wait) {
    return "\"op\":\"acquire\",\"ttl\":\"30s\",\"holder\":\"ben\",\"key\":\""
        + key
        + "\",\"wait\":\""
        + wait
        + "\"";
  }

  private static void untilWaiting(String key, int waiters) {
    OpenDoor.until(
        () -> {
          try {
            return door.get("/v1/keys/" + key).number("waiters") == waiters;
          } catch (Exception trouble) {
            throw new AssertionError(trouble);
          }
        });
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Set<String> with(Set<String> names, String... more) {
    Set<String> all = new HashSet<>(names);
    all.addAll(List.of(more));
    return all;
  }
}

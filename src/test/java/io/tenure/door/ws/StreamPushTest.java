package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.Told;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the messages that a stream gets without a request. */
final class StreamPushTest {

  private static final int THOUSANDS = 3_000;

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withCounts(64, 2));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void whoseLeaseIsBrokenIsToldAtOnce() throws Exception {
    try (Talker talker = new Talker(door)) {
      Message granted = talker.acquire("lost/broken");

      door.delete("/v1/keys/lost/broken?reason=maintenance");

      Message lost = talker.pushed("lost");
      assertEquals("BROKEN", lost.code());
      assertEquals("maintenance", lost.text("reason"));
      assertEquals("lost/broken", lost.text("key"));
      assertEquals(granted.text("leaseId"), lost.text("leaseId"));
      assertEquals(granted.number("token"), lost.number("token"));
      assertNull(lost.get("seq"));
    }
  }

  @Test
  void whoseLeaseExpiresIsToldAtOnce() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.ask("\"op\":\"acquire\",\"key\":\"lost/expired\",\"ttl\":\"100ms\",\"holder\":\"a\"");

      assertEquals("EXPIRED", talker.pushed("lost").code());
    }
  }

  @Test
  void whoRenewsALeaseOfAnotherConnectionIsToldAsWell() throws Exception {
    String id = door.acquire("lost/elsewhere").text("leaseId");
    try (Talker talker = new Talker(door)) {
      assertEquals(200, talker.ask("\"op\":\"renew\",\"leaseId\":\"" + id + "\"").status());

      door.delete("/v1/leases/" + id);

      Message lost = talker.pushed("lost");
      assertEquals("RELEASED", lost.code());
      assertEquals("lost/elsewhere", lost.text("key"));
    }
  }

  @Test
  void manyRenewedTogetherAreKeptEach() throws Exception {
    String id = door.acquire("lost/many").text("leaseId");
    try (Talker talker = new Talker(door)) {
      talker.ask("\"op\":\"renew-many\",\"leases\":[\"" + id + "\"]");

      door.delete("/v1/keys/lost/many");

      assertEquals("BROKEN", talker.pushed("lost").code());
    }
  }

  @Test
  void aLeaseUnderASessionIsKeptThoughItIsNotRenewed() throws Exception {
    try (Talker first = new Talker(door);
        Talker one = new Talker(door);
        Talker many = new Talker(door)) {
      String session = first.openSession();
      String id = first.acquireUnder(session, "lost/bound").text("leaseId");
      assertEquals("SESSION_BOUND", one.ask("\"op\":\"renew\",\"leaseId\":\"" + id + "\"").code());
      many.ask("\"op\":\"renew-many\",\"leases\":[\"" + id + "\"]");

      door.delete("/v1/keys/lost/bound");

      assertEquals("BROKEN", one.pushed("lost").code());
      assertEquals("BROKEN", many.pushed("lost").code());
    }
  }

  @Test
  void whoLetsGoByItselfIsNotToldThatItHasLost() throws Exception {
    try (Talker talker = new Talker(door)) {
      String first = talker.acquire("lost/own").text("leaseId");
      talker.ask("\"op\":\"release\",\"leaseId\":\"" + first + "\"");
      talker.acquire("lost/own");

      door.delete("/v1/keys/lost/own");

      assertEquals("BROKEN", talker.pushed("lost").code());
      assertFalse(talker.hasUnread("lost"));
    }
  }

  @Test
  void aSessionThatEndsTakesItsLeasesAndSaysSo() throws Exception {
    try (Talker talker = new Talker(door)) {
      String session = talker.openSession();
      talker.acquireUnder(session, "lost/session");

      door.delete("/v1/sessions/" + session);

      assertEquals("lost/session", talker.pushed("lost").text("key"));
    }
  }

  /** Holds for any limit of unread bytes. */
  @Test
  void whoLosesThousandsAtOnceIsToldOfThemTogetherAndNotCut() throws Exception {
    OpenDoor narrow = new OpenDoor(StreamLimits.DEFAULT.withBytes(65_536, 4_096));
    try (Talker talker = new Talker(narrow)) {
      String session = talker.openSession();
      Set<String> held = new HashSet<>();
      for (int at = 0; at < THOUSANDS; at++) {
        held.add(talker.acquireUnder(session, "lost/all/" + at).text("leaseId"));
      }

      narrow.delete("/v1/sessions/" + session);

      int pushes = 0;
      while (!held.isEmpty()) {
        for (Message lost : Message.losses(Told.object(talker.read().text()))) {
          assertTrue(held.remove(lost.text("leaseId")), "it is told once");
        }
        pushes++;
      }
      assertTrue(pushes < THOUSANDS / 2, pushes + " pushes");
      assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status());
    } finally {
      narrow.close();
    }
  }

  @Test
  void aWatchIsPushedWithItsCursorAndResumesByIt() throws Exception {
    try (Talker talker = new Talker(door)) {
      long watch = talker.send("\"op\":\"watch\",\"key\":\"watch/a\"");
      assertEquals(200, talker.answer(watch).status());
      String id = door.acquire("watch/a").text("leaseId");

      Message granted = talker.pushed("event");
      assertEquals("granted", granted.text("type"));
      assertEquals(watch, granted.number("watch"));
      assertEquals("watch/a", granted.text("key"));
      assertNull(granted.get("leaseId"));
      assertEquals(true, talker.ask("\"op\":\"cancel\",\"of\":" + watch).get("cancelled"));

      door.delete("/v1/leases/" + id);

      talker.ask(
          "\"op\":\"watch\",\"key\":\"watch/a\",\"from\":\"" + granted.text("cursor") + "\"");
      assertEquals("released", talker.pushed("event").text("type"));
      assertFalse(talker.hasUnread("event"));
    }
  }

  @Test
  void aWatchFromTheStartShowsWhatIsHeld() throws Exception {
    door.acquire("shown/a");
    try (Talker talker = new Talker(door)) {
      talker.ask("\"op\":\"watch\",\"key\":\"shown/a\",\"from\":\"start\"");

      assertEquals("resync", talker.pushed("event").text("type"));
      Message shown = talker.pushed("event");
      assertEquals("shown", shown.text("type"));
      assertEquals("anna", shown.text("holder"));
      assertEquals("synchronised", talker.pushed("event").text("type"));
    }
  }

  @Test
  void watchesHaveTheirLimitAndTheirSeqIsTheirs() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.text("{\"seq\":1,\"op\":\"watch\",\"key\":\"a\"}");
      assertEquals(200, talker.answer(1).status());
      talker.text("{\"seq\":1,\"op\":\"watch\",\"key\":\"b\"}");
      assertEquals("seq", talker.answer(1).text("field"));
      talker.text("{\"seq\":2,\"op\":\"watch\",\"prefix\":\"b\"}");
      assertEquals(200, talker.answer(2).status());
      talker.text("{\"seq\":3,\"op\":\"watch\",\"key\":\"c\"}");
      assertEquals("LIMIT", talker.answer(3).code());
      talker.text("{\"seq\":4,\"op\":\"watch\",\"key\":\"c\",\"from\":\"?\"}");
      assertEquals("LIMIT", talker.answer(4).code());
    }
  }

  @Test
  void aServerThatStopsSaysGoodbyeAndAnswersWhatIsUnderWay() throws Exception {
    OpenDoor other = new OpenDoor(StreamLimits.DEFAULT);
    try (Talker talker = new Talker(other)) {
      other.acquire("stop/a");
      long waits =
          talker.send(
              "\"op\":\"acquire\",\"key\":\"stop/a\",\"ttl\":30,\"holder\":\"b\",\"wait\":\"1m\"");
      OpenDoor.until(() -> waiters(other) == 1);

      var closed = other.door.close();

      assertEquals("UNAVAILABLE", talker.pushed("goaway").code());
      assertEquals("UNAVAILABLE", talker.answer(waits).code());
      assertEquals(1001, talker.closed());
      OpenDoor.get(closed);
    } finally {
      other.close();
    }
  }

  private static long waiters(OpenDoor at) {
    try {
      return at.get("/v1/keys/stop/a").number("waiters");
    } catch (Exception trouble) {
      throw new AssertionError(trouble);
    }
  }
}

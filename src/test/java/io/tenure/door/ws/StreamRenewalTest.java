package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.CompactFrames.Named;
import io.tenure.door.ws.CompactFrames.Renewed;
import io.tenure.machine.RealMachine;
import io.tenure.wire.RenewalFrame;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks compact renewals: many in one frame, answered by one frame that names only the failures.
 */
@RealMachine
final class StreamRenewalTest {

  private static final int FRAME_BYTES = 65_536;
  private static final int MOST = (FRAME_BYTES - CompactFrames.HEAD) / CompactFrames.ENTRY;

  /** A well-formed leaseId that no lease has. */
  private static final String NOBODYS = "AAcAAAA5EjRWABEiM0RVZneImaq7zN3u_w";

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(FRAME_BYTES, 262_144));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void oneIsRenewed() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("one").text("leaseId");

      assertEquals(new Renewed(1, 7, 30_000, List.of()), talker.renew(7, List.of(id)));
      assertEquals(
          new Renewed(1, 0xffff_ffffL, 30_000, List.of()), talker.renew(0xffff_ffffL, List.of(id)));
    }
  }

  @Test
  void aRenewalReallyProlongs() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("prolonged", "2s").text("leaseId");
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(2_400)) {
        assertEquals(List.of(), talker.renew(1, List.of(id)).named());
      }
      assertEquals(200, talker.ask("\"op\":\"inspect\",\"leaseId\":\"" + id + "\"").status());
    }
  }

  @Test
  void asManyAsFitAreAnsweredByOneFrameThatNamesTheFailuresOnly() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      List<String> ids = talker.acquireAll("many/", MOST);
      List<Integer> gone = List.of(0, 1, 700, 1_024, MOST - 1);
      for (int at : gone) {
        assertEquals(200, talker.ask(lease("release", ids.get(at))).status());
      }

      Renewed renewed = talker.renew(99, ids);

      assertEquals(MOST, renewed.count());
      assertEquals(30_000, renewed.validForMillis());
      assertEquals(
          gone.stream().map(at -> new Named(at, RenewalFrame.RELEASED, 0)).toList(),
          renewed.named());
    }
  }

  @Test
  void eachFailureSaysWhy() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String lives = talker.acquire("why/lives").text("leaseId");
      String released = talker.acquire("why/released").text("leaseId");
      talker.ask(lease("release", released));
      String handed = talker.acquire("why/handed").text("leaseId");
      talker.ask("\"op\":\"transfer\",\"holder\":\"ben\",\"leaseId\":\"" + handed + "\"");
      String broken = talker.acquire("why/broken").text("leaseId");
      talker.ask("\"op\":\"break\",\"key\":\"why/broken\"");
      String expired = talker.acquire("why/expired", "100ms").text("leaseId");
      OpenDoor.until(() -> !held("why/expired"));
      String session = talker.openSession();
      String bound =
          talker
              .ask(
                  "\"op\":\"acquire\",\"key\":\"why/bound\",\"holder\":\"anna\",\"session\":\""
                      + session
                      + "\"")
              .text("leaseId");
      String other = talker.acquire("why/other", "20s").text("leaseId");
      String doomed = talker.acquire("why/doomed", "10s").text("leaseId");
      talker.ask("\"op\":\"break\",\"key\":\"why/doomed\",\"grace\":\"1m\"");
      OpenDoor.until(() -> 10_000 > inspect(doomed));

      Renewed renewed =
          talker.renew(
              5, List.of(lives, released, handed, broken, NOBODYS, bound, other, session, lives));

      assertEquals(30_000, renewed.validForMillis());
      assertEquals(
          List.of(
              new Named(1, RenewalFrame.RELEASED, 0),
              new Named(2, RenewalFrame.RELEASED, 0),
              new Named(3, RenewalFrame.BROKEN, 0),
              new Named(4, RenewalFrame.NOT_FOUND, 0),
              new Named(5, RenewalFrame.SESSION_BOUND, 0),
              new Named(6, RenewalFrame.OTHER_TIME, 20_000),
              new Named(7, RenewalFrame.NOT_FOUND, 0)),
          renewed.named());
      Renewed late = talker.renew(6, List.of(expired));
      assertEquals(0, late.validForMillis());
      talker.ask("\"op\":\"break\",\"key\":\"why/bound\",\"grace\":\"5s\"");
      Renewed ends = talker.renew(8, List.of(bound));
      assertEquals(List.of(), ends.named());
      assertTrue(ends.validForMillis() > 3_000, "its holder knows of the grace");
      assertTrue(ends.validForMillis() <= 5_000, "its holder knows of the grace");
      assertEquals(List.of(new Named(0, RenewalFrame.EXPIRED, 0)), late.named());
      Renewed dies = talker.renew(7, List.of(doomed));
      assertEquals(List.of(), dies.named());
      assertTrue(dies.validForMillis() < 10_000, "no renewal extends what is being broken");
    }
  }

  @Test
  void sessionsAreKeptAliveTheSameWay() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String session = talker.openSession();
      String lease = talker.acquire("session/beside").text("leaseId");

      talker.binary(CompactFrames.renew(1, List.of(session), CompactFrames.SESSION));
      assertEquals(new Renewed(1, 1, 30_000, List.of()), talker.renewed());
      talker.binary(CompactFrames.renew(2, List.of(lease), CompactFrames.SESSION));
      assertEquals(List.of(new Named(0, RenewalFrame.NOT_FOUND, 0)), talker.renewed().named());
    }
  }

  @Test
  void textsAreUnderstoodBetweenFrames() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("mixed").text("leaseId");
      talker.binary(CompactFrames.renew(50, List.of(id)));
      long look = talker.send("\"op\":\"look\",\"key\":\"mixed\"");
      talker.binary(CompactFrames.renew(51, List.of(id)));

      assertEquals(true, talker.answer(look).get("held"));
      assertEquals(50, talker.renewed().seq());
      assertEquals(51, talker.renewed().seq());
      door.delete("/v1/keys/mixed");
      assertEquals("BROKEN", talker.pushed("lost").code());
    }
  }

  @Test
  void aFrameMayComeInFragments() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      byte[] frame = CompactFrames.renew(3, List.of(talker.acquire("parts").text("leaseId")));
      talker.write(Talker.BINARY, Arrays.copyOfRange(frame, 0, 3));
      talker.write(Talker.CONTINUATION, Arrays.copyOfRange(frame, 3, 20));
      talker.write(0x80, Arrays.copyOfRange(frame, 20, frame.length));

      assertEquals(3, talker.renewed().seq());
    }
  }

  @Test
  void manyFramesInARowAreAnsweredInTheirOrder() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      List<String> ids = talker.acquireAll("row/", 100);
      int frames = 3 * StreamRenewals.UNDER_WAY_MAX / ids.size();
      for (int frame = 0; frame < frames; frame++) {
        talker.binary(CompactFrames.renew(frame, ids));
      }
      for (int frame = 0; frame < frames; frame++) {
        Renewed renewed = talker.renewed();
        assertEquals(new Renewed(100, frame, 30_000, List.of()), renewed);
      }
    }
  }

  private static String lease(String op, String id) {
    return "\"op\":\"" + op + "\",\"leaseId\":\"" + id + "\"";
  }

  private static boolean held(String key) {
    try {
      return door.get("/v1/keys/" + key).body().get("held") == Boolean.TRUE;
    } catch (Exception trouble) {
      throw new AssertionError(trouble);
    }
  }

  private static long inspect(String id) {
    try {
      return door.get("/v1/leases/" + id).number("remainingMs");
    } catch (Exception trouble) {
      throw new AssertionError(trouble);
    }
  }
}

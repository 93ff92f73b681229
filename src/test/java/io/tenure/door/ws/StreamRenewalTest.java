package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.CompactFrames.Named;
import io.tenure.door.ws.CompactFrames.Renewed;
import io.tenure.wire.RenewalFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Compact renewals: many in one frame, answered by one frame that names the failures only. */
final class StreamRenewalTest {

  private static final int FRAME_BYTES = 65_536;
  private static final int MOST = (FRAME_BYTES - CompactFrames.HEAD) / CompactFrames.ENTRY;
  private static final int BINARY = 0x80 | Talker.BINARY;

  /** Well formed, and of no lease. */
  private static final String NOBODYS = "AAcAAAA5EjRWABEiM0RVZneImaq7zN3u_w";

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.STANDARD.withBytes(FRAME_BYTES, 262_144));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void oneIsRenewed() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("one").text("leaseId");

      assertEquals(new Renewed(1, 7, 30_000, List.of()), renew(talker, 7, List.of(id)));
      assertEquals(
          new Renewed(1, 0xffff_ffffL, 30_000, List.of()),
          renew(talker, 0xffff_ffffL, List.of(id)));
    }
  }

  @Test
  void aRenewalReallyProlongs() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = acquire(talker, "prolonged", "400ms");
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < 1_200_000_000L) {
        assertEquals(List.of(), renew(talker, 1, List.of(id)).named());
      }
      assertEquals(200, talker.ask("\"op\":\"inspect\",\"leaseId\":\"" + id + "\"").status());
    }
  }

  @Test
  void asManyAsFitAreAnsweredByOneFrameThatNamesTheFailuresOnly() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      List<String> ids = acquireAll(talker, "many/", MOST);
      List<Integer> gone = List.of(0, 1, 700, 1_024, MOST - 1);
      for (int at : gone) {
        assertEquals(200, talker.ask(lease("release", ids.get(at))).status());
      }

      Renewed renewed = renew(talker, 99, ids);

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
      String expired = acquire(talker, "why/expired", "100ms");
      OpenDoor.until(() -> !held("why/expired"));
      String session = openSession(talker);
      String bound =
          talker
              .ask(
                  "\"op\":\"acquire\",\"key\":\"why/bound\",\"holder\":\"anna\",\"session\":\""
                      + session
                      + "\"")
              .text("leaseId");
      String other = acquire(talker, "why/other", "20s");
      String doomed = acquire(talker, "why/doomed", "10s");
      talker.ask("\"op\":\"break\",\"key\":\"why/doomed\",\"grace\":\"1m\"");
      OpenDoor.until(() -> 10_000 > inspect(doomed));

      Renewed renewed =
          renew(
              talker,
              5,
              List.of(lives, released, handed, broken, NOBODYS, bound, other, session, lives));

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
      Renewed late = renew(talker, 6, List.of(expired));
      assertEquals(0, late.validForMillis());
      assertEquals(List.of(new Named(0, RenewalFrame.EXPIRED, 0)), late.named());
      Renewed dies = renew(talker, 7, List.of(doomed));
      assertEquals(List.of(), dies.named());
      assertTrue(dies.validForMillis() < 10_000, "no renewal extends what is being broken");
    }
  }

  @Test
  void sessionsAreKeptAliveTheSameWay() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String session = openSession(talker);
      String lease = talker.acquire("session/beside").text("leaseId");

      talker.write(BINARY, CompactFrames.renew(1, List.of(session), CompactFrames.SESSION));
      assertEquals(
          new Renewed(1, 1, 30_000, List.of()), CompactFrames.renewed(talker.answeredBinary()));
      talker.write(BINARY, CompactFrames.renew(2, List.of(lease), CompactFrames.SESSION));
      assertEquals(
          List.of(new Named(0, RenewalFrame.NOT_FOUND, 0)),
          CompactFrames.renewed(talker.answeredBinary()).named());
    }
  }

  @Test
  void textsAreUnderstoodBetweenFrames() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("mixed").text("leaseId");
      talker.write(BINARY, CompactFrames.renew(50, List.of(id)));
      long look = talker.send("\"op\":\"look\",\"key\":\"mixed\"");
      talker.write(BINARY, CompactFrames.renew(51, List.of(id)));

      assertEquals(true, talker.answer(look).get("held"));
      assertEquals(50, CompactFrames.renewed(talker.answeredBinary()).seq());
      assertEquals(51, CompactFrames.renewed(talker.answeredBinary()).seq());
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

      assertEquals(3, CompactFrames.renewed(talker.answeredBinary()).seq());
    }
  }

  @Test
  void malformedFramesAreRefusedByNameAndTheStreamLivesOn() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      byte[] good = CompactFrames.renew(9, List.of(NOBODYS, NOBODYS));

      for (int length = 0; length < CompactFrames.HEAD; length++) {
        talker.write(BINARY, Arrays.copyOf(good, length));
        assertEquals("frame", talker.refusal().text("field"));
      }
      assertEquals("count", refused(talker, Arrays.copyOf(good, good.length - 1)));
      assertEquals("count", refused(talker, Arrays.copyOf(good, good.length + 1)));
      assertEquals("count", refused(talker, Arrays.copyOf(good, CompactFrames.HEAD)));
      assertEquals("count", refused(talker, with(good, 3, 0)));
      assertEquals("count", refused(talker, with(good, 2, 0xff)));
      assertEquals("kind", refused(talker, with(good, 0, 2)));
      assertEquals("kind", refused(talker, with(good, 0, 0x81)));
      assertEquals("kind", refused(talker, with(good, 1, 1)));
      assertEquals("flags[0]", refused(talker, with(good, 8, 2)));
      assertEquals("flags[1]", refused(talker, with(good, 8 + CompactFrames.ENTRY, 0x80)));
      assertEquals(List.of(0, 1), renew(talker, 10, List.of(NOBODYS, NOBODYS)).indexes());
    }
  }

  @Test
  void whateverTheBytesAreTheStreamAnswersAndLivesOn() throws Exception {
    long seed = Long.getLong("frames.seed", System.nanoTime());
    Random random = new Random(seed);
    try (Talker talker = Talker.binary(door)) {
      String id = talker.acquire("random/" + seed).text("leaseId");
      for (int round = 0; round < 2_000; round++) {
        byte[] frame = CompactFrames.renew(round, List.of(id, NOBODYS, id));
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
          frame[random.nextInt(frame.length)] = (byte) random.nextInt();
        }
        talker.write(BINARY, frame);
        assertTrue(talker.answeredSomehow(), "seed " + seed);
      }
      Renewed renewed = renew(talker, 1, List.of(id));
      assertEquals(List.of(), renewed.named(), () -> "-Dframes.seed=" + seed);
    } catch (java.io.IOException closed) {
      throw new AssertionError("-Dframes.seed=" + seed, closed);
    }
  }

  @Test
  void aFrameThatIsTooLargeEndsTheStream() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      talker.write(
          BINARY, CompactFrames.renew(1, java.util.Collections.nCopies(MOST + 1, NOBODYS)));

      assertEquals(1009, talker.closed());
    }
  }

  @Test
  void manyFramesInARowAreAnsweredInTheirOrder() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      List<String> ids = acquireAll(talker, "row/", 100);
      int frames = 20 * Renewals.FRAMES_UNDER_WAY_MAX;
      for (int frame = 0; frame < frames; frame++) {
        talker.write(BINARY, CompactFrames.renew(frame, ids));
      }
      for (int frame = 0; frame < frames; frame++) {
        Renewed renewed = CompactFrames.renewed(talker.answeredBinary());
        assertEquals(new Renewed(100, frame, 30_000, List.of()), renewed);
      }
    }
  }

  @Test
  void aStreamForJsonKnowsNoFrames() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.write(BINARY, CompactFrames.renew(1, List.of(NOBODYS)));

      assertEquals(1003, talker.closed());
    }
  }

  private static Renewed renew(Talker talker, long seq, List<String> ids) throws Exception {
    talker.write(BINARY, CompactFrames.renew(seq, ids));
    return CompactFrames.renewed(talker.answeredBinary());
  }

  /** The field that is to blame; its frame had seq 9. */
  private static String refused(Talker talker, byte[] frame) throws Exception {
    talker.write(BINARY, frame);
    Talker.Message refused = talker.answer(9);
    assertEquals(400, refused.status());
    assertNull(refused.get("push"));
    return refused.text("field");
  }

  private static byte[] with(byte[] frame, int at, int value) {
    byte[] changed = frame.clone();
    changed[at] = (byte) value;
    return changed;
  }

  private static String lease(String op, String id) {
    return "\"op\":\"" + op + "\",\"leaseId\":\"" + id + "\"";
  }

  private static String openSession(Talker talker) throws Exception {
    return talker.ask("\"op\":\"open-session\",\"ttl\":30,\"holder\":\"anna\"").text("sessionId");
  }

  private static String acquire(Talker talker, String key, String ttl) throws Exception {
    return talker.ask(wish(key, ttl)).text("leaseId");
  }

  private static String wish(String key, String ttl) {
    return "\"op\":\"acquire\",\"holder\":\"anna\",\"key\":\"" + key + "\",\"ttl\":\"" + ttl + "\"";
  }

  private static List<String> acquireAll(Talker talker, String prefix, int count) throws Exception {
    List<String> ids = new ArrayList<>();
    for (int from = 0; from < count; from += 500) {
      List<Long> seqs = new ArrayList<>();
      for (int at : IntStream.range(from, Math.min(count, from + 500)).toArray()) {
        seqs.add(talker.send(wish(prefix + at, "30s")));
      }
      for (long seq : seqs) {
        ids.add(talker.answer(seq).text("leaseId"));
      }
    }
    return ids;
  }

  private static boolean held(String key) {
    try {
      return (Boolean) door.get("/v1/keys/" + key).body().get("held");
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

package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.CompactFrames.Renewed;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that wrong compact frames are refused with the name of the field, and that the stream goes
 * on.
 */
final class StreamFrameTest {

  /** A well-formed leaseId that no lease has. */
  private static final String NOBODYS = "AAcAAAA5EjRWABEiM0RVZneImaq7zN3u_w";

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(1_024, 65_536));
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void malformedFramesAreRefusedByNameAndTheStreamLivesOn() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      byte[] good = CompactFrames.renew(9, List.of(NOBODYS, NOBODYS));

      for (int length = 0; length < CompactFrames.HEAD; length++) {
        talker.binary(Arrays.copyOf(good, length));
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
      assertEquals(List.of(0, 1), talker.renew(10, List.of(NOBODYS, NOBODYS)).indexes());
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
        talker.binary(frame);
        assertTrue(talker.answeredSomehow(), "seed " + seed);
      }
      Renewed renewed = talker.renew(1, List.of(id));
      assertEquals(List.of(), renewed.named(), () -> "-Dframes.seed=" + seed);
    } catch (java.io.IOException closed) {
      throw new AssertionError("-Dframes.seed=" + seed, closed);
    }
  }

  @Test
  void aFrameThatIsTooLargeEndsTheStream() throws Exception {
    try (Talker talker = Talker.binary(door)) {
      talker.binary(CompactFrames.renew(1, Collections.nCopies(40, NOBODYS)));

      assertEquals(1009, talker.closed());
    }
  }

  @Test
  void aStreamForJsonKnowsNoFrames() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.binary(CompactFrames.renew(1, List.of(NOBODYS)));

      assertEquals(1003, talker.closed());
    }
  }

  /** The field that the refusal names; the frame had seq 9. */
  private static String refused(Talker talker, byte[] frame) throws Exception {
    talker.binary(frame);
    Message refused = talker.answer(9);
    assertEquals(400, refused.status());
    assertNull(refused.get("push"));
    return refused.text("field");
  }

  private static byte[] with(byte[] frame, int at, int value) {
    byte[] changed = frame.clone();
    changed[at] = (byte) value;
    return changed;
  }
}

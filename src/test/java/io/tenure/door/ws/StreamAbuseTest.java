package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.door.http.Living;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that clients that misbehave on a stream are refused, and that well-behaved clients still
 * get answers.
 */
@RealMachine
final class StreamAbuseTest {

  private static final int FRAME_BYTES = 4_096;

  /**
   * Two cores are shared with the abuse itself: the limit is no measurement and only rules out a
   * standstill.
   */
  private static final long WORST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long ENDLESS = 1_000_000;

  /** A well-formed leaseId that no lease has. */
  private static final String NOBODYS = "AAcAAAA5EjRWABEiM0RVZneImaq7zN3u_w";

  private static final AtomicBoolean over = new AtomicBoolean();
  private static OpenDoor door;
  private static CompletableFuture<Long> wellBehaved;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT.withBytes(FRAME_BYTES, 16_384));
    wellBehaved = OpenDoor.aside(StreamAbuseTest::worstNanos);
  }

  @AfterAll
  static void close() throws Exception {
    over.set(true);
    long worst = wellBehaved.get(20, TimeUnit.SECONDS);
    door.close();
    assertTrue(worst < WORST_NANOS, worst + " ns");
  }

  /** Acquires, renews and releases all the time, and returns the longest delay. */
  private static long worstNanos() {
    long worst = 0;
    try (Talker talker = Talker.binary(door)) {
      while (!over.get()) {
        long begun = System.nanoTime();
        String id = talker.acquire("good").text("leaseId");
        assertEquals(30_000, talker.renew(1, List.of(id)).validForMillis());
        talker.ask("\"op\":\"release\",\"leaseId\":\"" + id + "\"");
        worst = Math.max(worst, System.nanoTime() - begun);
      }
      return worst;
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void fragmentsThatNeverEndAreNotGatheredForEver() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.write(Talker.TEXT, new byte[1_000]);
      for (int more = 0; more < 4; more++) {
        talker.write(Talker.CONTINUATION, new byte[1_000]);
      }
      assertEquals(1009, talker.closed());
    }
  }

  @Test
  void aFrameThatOnlySaysItIsHugeIsNotWaitedFor() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker
          .socket
          .getOutputStream()
          .write(new byte[] {(byte) 0x81, (byte) 0xff, 0, 0, 1, 0, 0, 0, 0, 0});
      talker.socket.getOutputStream().write(new byte[4]);
      assertEquals(1009, talker.closed());
    }
  }

  @Test
  void aFloodOfPingsEndsTheStream() throws Exception {
    try (Talker talker = new Talker(door)) {
      CompletableFuture<Integer> closed = OpenDoor.aside(() -> code(talker));
      try {
        while (!closed.isDone()) {
          talker.write(0x80 | Talker.PING, new byte[125]);
        }
      } catch (IOException cut) {
        // The test expects this.
      }
      int code = closed.get(20, TimeUnit.SECONDS);
      assertTrue(code == 1008 || code == 0, "closed with " + code);
    }
  }

  @Test
  void anUnmaskedFrameEndsTheStream() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.socket.getOutputStream().write(new byte[] {(byte) 0x81, 2, '{', '}'});
      assertEquals(1002, talker.closed());
    }
  }

  @Test
  void aCloseThatIsNoTextIsAnsweredByItsCode() throws Exception {
    try (Talker talker = new Talker(door)) {
      talker.write(0x80 | Talker.CLOSE, new byte[] {3, (byte) 0xe8, (byte) 0xff});
      assertEquals(1007, talker.closed());
    }
  }

  @Test
  void nonsenseIsRefusedByNameThousandsOfTimesAndTheStreamLivesOn() throws Exception {
    try (Talker talker = new Talker(door)) {
      byte[] noText = {'{', '"', 'k', '"', ':', '"', (byte) 0xff, '"', '}'};
      byte[] deep = ("{\"a\":" + "[".repeat(4_000)).getBytes(StandardCharsets.US_ASCII);
      for (int round = 0; round < 1_000; round++) {
        talker.write(0x81, round % 2 == 0 ? noText : deep);
        assertEquals("INVALID", talker.refusal().code());
      }
      assertEquals(200, talker.ask("\"op\":\"look\",\"key\":\"a\"").status());
    }
  }

  @Test
  void framesWhoseAnswersNobodyReadsAreNotReadForEver() throws Exception {
    Talker talker = Talker.binary(door);
    Living living = new Living();
    CompletableFuture<Long> sent = OpenDoor.aside(() -> framesTaken(talker));
    OpenDoor.until(new Standstill(talker)::reached);
    living.assertLittleMore();
    talker.close();

    assertTrue(sent.get(20, TimeUnit.SECONDS) < ENDLESS, "they were read without end");
  }

  private static long framesTaken(Talker talker) {
    byte[] frame = CompactFrames.renew(1, Collections.nCopies(150, NOBODYS));
    long frames = 0;
    try {
      while (frames < ENDLESS) {
        talker.binary(frame);
        frames++;
      }
    } catch (IOException cut) {
      // The test expects this.
    }
    return frames;
  }

  /** Notices that the server has taken no bytes of this side for a while. */
  private static final class Standstill {
    private final Talker talker;
    private long written = -1;
    private long sinceNanos = System.nanoTime();

    Standstill(Talker talker) {
      this.talker = talker;
    }

    boolean reached() {
      long now = System.nanoTime();
      if (talker.written() != written) {
        written = talker.written();
        sinceNanos = now;
      }
      return now - sinceNanos > TimeUnit.SECONDS.toNanos(1);
    }
  }

  private static int code(Talker talker) {
    try {
      return talker.closed();
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }
}

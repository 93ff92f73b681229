package io.tenure.loadtest.speech;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RespTest {

  private static final byte[] COMMAND = Resp.command("PEXPIRE", "load/1", "1000");
  private static final int BATCH = 256;

  private final Resp resp = new Resp(number -> COMMAND, 1, BATCH);

  @Test
  void aPipelineTakesNoMoreRoomThanItHasBytes() {
    ByteBuffer eight = ByteBuffer.allocate(8 * BATCH * COMMAND.length);
    for (int each = 0; each < 8; each++) {
      assertTrue(resp.say(eight, 0, each));
    }

    assertFalse(resp.say(eight, 0, 8));
    assertFalse(eight.hasRemaining());
  }

  @Test
  void aPipelineThatDoesNotFitIsNotSaidInPart() {
    ByteBuffer tooSmall = ByteBuffer.allocate(BATCH * COMMAND.length - 1);

    assertFalse(resp.say(tooSmall, 0, 0));
    assertEquals(0, tooSmall.position());
  }
}

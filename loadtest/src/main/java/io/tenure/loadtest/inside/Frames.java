package io.tenure.loadtest.inside;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;

/**
 * Compact renewals as a client sends them, all of one size and made beforehand. It also has the
 * expected form of their answers when every lease lives.
 */
record Frames(ByteBuffer bytes, int count, int frameBytes, int leases) {

  /** The size of an answer: the head of WebSocket, and ours without exceptions. */
  static final int ANSWER_BYTES = 2 + 14;

  /** The position of the number of failures in an answer. */
  static final int FAILED_AT = 2 + 12;

  private static final int HEAD = 8;
  private static final int ENTRY = 26;
  private static final int MASKED = 0x80;
  private static final int NO_MASK = 0;

  /** Frames that each renew so many of the leases, in their order. */
  static Frames of(List<String> leaseIds, int together) {
    int payload = HEAD + together * ENTRY;
    int head = (payload < 126 ? 2 : 4) + Integer.BYTES;
    int count = leaseIds.size() / together;
    ByteBuffer bytes = ByteBuffer.allocateDirect(count * (head + payload));
    for (int frame = 0; frame < count; frame++) {
      bytes.put((byte) 0x82);
      if (payload < 126) {
        bytes.put((byte) (MASKED | payload));
      } else {
        bytes.put((byte) (MASKED | 126)).putShort((short) payload);
      }
      bytes.putInt(NO_MASK);
      bytes.put((byte) 1).put((byte) 0).putShort((short) together).putInt(frame);
      for (String id : leaseIds.subList(frame * together, (frame + 1) * together)) {
        bytes.put((byte) 0).put(Base64.getUrlDecoder().decode(id));
      }
    }
    return new Frames(bytes.flip(), count, head + payload, together);
  }

  /** The size of an echo of one of them. */
  int echoBytes() {
    return frameBytes - Integer.BYTES;
  }
}

package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/**
 * Frames of WebSocket as clients send them. The mask is four times the same byte, so that constant
 * parts can stay masked at any position; the server has the same work to unmask.
 */
final class Masked {

  static final byte MASK = 0x5a;
  static final int HEAD_BYTES_MAX = 8;

  static final int TEXT = 0x81;
  static final int BINARY = 0x82;
  static final int PONG = 0x8a;

  private static final int MASKED = 0x80;
  private static final int SHORT_MAX = 125;
  private static final int TWO_BYTES = 126;
  private static final int FOUR_MASKS = MASK << 24 | MASK << 16 | MASK << 8 | MASK;

  private Masked() {}

  static void head(ByteBuffer out, int opcode, int length) {
    out.put((byte) opcode);
    if (length <= SHORT_MAX) {
      out.put((byte) (MASKED | length));
    } else {
      out.put((byte) (MASKED | TWO_BYTES)).putShort((short) length);
    }
    out.putInt(FOUR_MASKS);
  }

  static void putInt(ByteBuffer out, int word) {
    out.putInt(word ^ FOUR_MASKS);
  }

  static void put(ByteBuffer out, byte[] plain, int length) {
    for (int at = 0; at < length; at++) {
      out.put((byte) (plain[at] ^ MASK));
    }
  }
}

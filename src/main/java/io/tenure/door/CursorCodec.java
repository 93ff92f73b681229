package io.tenure.door;

import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Encodes whole numbers as one opaque word that fits into a URL; small numbers take fewer
 * characters.
 */
final class CursorCodec {

  /** The size of the positions of 64 shards. */
  private static final int FIRST_BYTES = 512;

  private static final int NUMBER_BYTES_MAX = 10;

  private CursorCodec() {}

  /** Collects numbers, and encodes them. */
  static final class Writer {
    private static final Base64.Encoder SPELLING = Base64.getUrlEncoder().withoutPadding();

    private byte[] bytes = new byte[FIRST_BYTES];
    private int count;

    Writer put(long number) {
      if (bytes.length - count < NUMBER_BYTES_MAX) {
        bytes = Arrays.copyOf(bytes, bytes.length * 2);
      }
      long left = number;
      while ((left & ~0x7fL) != 0) {
        bytes[count++] = (byte) (left & 0x7f | 0x80);
        left >>>= 7;
      }
      bytes[count++] = (byte) left;
      return this;
    }

    String text() {
      return SPELLING.encodeToString(Arrays.copyOf(bytes, count));
    }
  }

  /** Decodes the numbers; a missing or too large number reads as -1. */
  static final class Reader {
    private static final int BITS_MAX = 63;

    private final byte[] bytes;
    private int at;

    private Reader(byte[] bytes) {
      this.bytes = bytes;
    }

    static @Nullable Reader of(String text) {
      try {
        return new Reader(Base64.getUrlDecoder().decode(text));
      } catch (IllegalArgumentException noBase64) {
        return null;
      }
    }

    long next() {
      long number = 0;
      for (int bits = 0; bits < BITS_MAX && at < bytes.length; bits += 7) {
        byte one = bytes[at++];
        number |= (long) (one & 0x7f) << bits;
        if (one >= 0) {
          return number;
        }
      }
      at = bytes.length;
      return -1;
    }

    boolean atEnd() {
      return at == bytes.length;
    }
  }
}

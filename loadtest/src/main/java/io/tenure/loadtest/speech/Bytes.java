package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Searches messages in their buffers, without making strings of them. */
final class Bytes {

  private Bytes() {}

  static byte[] of(String ascii) {
    return ascii.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The end of the first {@code wanted} between the two; -1 when it is not there. */
  static int after(ByteBuffer in, int from, int to, byte[] wanted) {
    int last = to - wanted.length;
    for (int at = from; at <= last; at++) {
      if (startsWith(in, at, wanted)) {
        return at + wanted.length;
      }
    }
    return -1;
  }

  /** The digits there as a number. */
  static long number(ByteBuffer in, int from, int to) {
    long number = 0;
    for (int at = from; at < to; at++) {
      int digit = in.get(at) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  private static boolean startsWith(ByteBuffer in, int at, byte[] wanted) {
    for (int place = 0; place < wanted.length; place++) {
      if (in.get(at + place) != wanted[place]) {
        return false;
      }
    }
    return true;
  }
}

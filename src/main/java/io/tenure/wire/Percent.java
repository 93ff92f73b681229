package io.tenure.wire;

import io.tenure.core.Invalid;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Undoes percent-encoding, once, and takes only UTF-8 for an answer. */
public final class Percent {

  /** What the HTTP parser leaves of a byte that it cannot read. */
  private static final char REPLACED = '\ufffd';

  private Percent() {}

  /** Of a path: a plus is a plus. */
  public static String path(String field, String raw) {
    return decode(field, raw, false);
  }

  /** Of a query: a plus is a space, as forms and most libraries write it. */
  static String query(String field, String raw) {
    return decode(field, raw, true);
  }

  private static String decode(String field, String raw, boolean plusIsSpace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char one = raw.charAt(at);
      if (one == REPLACED) {
        throw new Invalid(field, "has bytes that are not ASCII; percent-encode them");
      }
      if (one == '%') {
        bytes.write(hex(field, raw, at + 1) << 4 | hex(field, raw, at + 2));
        at += 3;
      } else {
        byte[] itself =
            one <= 0xff
                ? new byte[] {(byte) (plusIsSpace && one == '+' ? ' ' : one)}
                : String.valueOf(one).getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes(itself);
        at++;
      }
    }
    return Utf8.decode(field, bytes.toByteArray(), 0, bytes.size()).toString();
  }

  private static int hex(String field, String raw, int at) {
    int digit = at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
    if (digit < 0 || raw.charAt(at) > 'f') {
      throw new Invalid(field, "has a % without two hexadecimal digits; write %25 for a %");
    }
    return digit;
  }
}

package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Encodes and decodes percent-encoded UTF-8. Texts are decoded once, and only UTF-8 is accepted.
 */
public final class PercentEncoding {

  private static final String HEX = "0123456789ABCDEF";

  /** The character that the HTTP parser writes for an unreadable byte. */
  private static final char REPLACED = '\ufffd';

  private PercentEncoding() {}

  /**
   * Encodes a part of a path or a query: all except letters, digits and marks that are allowed in
   * both.
   */
  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder(text.length());
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      if (one >= '0' && one <= '9' || isLetter(one) || "-._~/".indexOf(one) >= 0) {
        encoded.append((char) one);
      } else {
        encoded.append('%').append(HEX.charAt(one >> 4 & 0xf)).append(HEX.charAt(one & 0xf));
      }
    }
    return encoded.toString();
  }

  private static boolean isLetter(byte one) {
    return one >= 'a' && one <= 'z' || one >= 'A' && one <= 'Z';
  }

  /** Decodes a part of a path, in which a plus means a plus. */
  public static String path(String field, String raw) {
    return decode(field, raw, false);
  }

  /**
   * Decodes a part of a query, in which a plus means a space, as forms and most libraries write it.
   */
  static String query(String field, String raw) {
    return decode(field, raw, true);
  }

  private static String decode(String field, String raw, boolean plusIsSpace) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    int at = 0;
    while (at < raw.length()) {
      char one = raw.charAt(at);
      if (one == REPLACED) {
        throw new InvalidFieldException(field, "has bytes that are not ASCII; percent-encode them");
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
    return StrictUtf8.decode(field, bytes.toByteArray(), 0, bytes.size()).toString();
  }

  private static int hex(String field, String raw, int at) {
    int digit = at < raw.length() ? Character.digit(raw.charAt(at), 16) : -1;
    if (digit < 0 || raw.charAt(at) > 'f') {
      throw new InvalidFieldException(
          field, "has a % without two hexadecimal digits; write %25 for a %");
    }
    return digit;
  }
}

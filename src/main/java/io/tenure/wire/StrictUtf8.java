package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.UnicodeChecks;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Decodes UTF-8 strictly. It accepts no overlong form and no half of a surrogate pair, and replaces
 * nothing.
 */
final class StrictUtf8 {

  private StrictUtf8() {}

  static CharBuffer decode(String field, byte[] bytes, int from, int length) {
    ByteBuffer in = ByteBuffer.wrap(bytes, from, length);
    CharBuffer out = CharBuffer.allocate(length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    if (result.isError()) {
      throw new InvalidFieldException(
          field, "is not valid UTF-8 at byte " + (in.position() - from));
    }
    return out.flip();
  }

  /** Returns the text, or null when the bytes are not valid text. */
  static @Nullable String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException binary) {
      return null;
    }
  }

  /** Makes a name suitable for an error message: short, and valid text. */
  static String shown(String name) {
    String start = name.length() <= 64 ? name : name.substring(0, 64) + "...";
    return UnicodeChecks.isText(start) ? start : start.replaceAll("[\\ud800-\\udfff]", "\ufffd");
  }
}

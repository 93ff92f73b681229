package io.tenure.api;

/**
 * Finds and escapes the characters by which a text forges what people read around it. They move the
 * cursor of a terminal, begin a line, or change the direction of writing.
 */
public final class ControlCharacters {

  private static final int LINE_SEPARATOR = 0x2028;
  private static final int PARAGRAPH_SEPARATOR = 0x2029;

  private static final int ARABIC_LETTER_MARK = 0x61c;
  private static final int LEFT_TO_RIGHT_MARK = 0x200e;
  private static final int RIGHT_TO_LEFT_MARK = 0x200f;
  private static final int FIRST_EMBEDDING = 0x202a;
  private static final int LAST_OVERRIDE = 0x202e;
  private static final int FIRST_ISOLATE = 0x2066;
  private static final int LAST_ISOLATE = 0x2069;

  private ControlCharacters() {}

  /** Returns the index of the first control character or separator of lines; -1 without one. */
  static int first(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (isControl(text.charAt(at))) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Returns the text with the escape of JSON in the place of each such character, also of those
   * that change the direction of writing.
   */
  public static String escaped(String text) {
    if (text.chars().noneMatch(ControlCharacters::forges)) {
      return text;
    }
    StringBuilder escaped = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      char sign = text.charAt(at);
      if (forges(sign)) {
        escaped.append("\\u%04x".formatted((int) sign));
      } else {
        escaped.append(sign);
      }
    }
    return escaped.toString();
  }

  private static boolean isControl(int sign) {
    return Character.isISOControl(sign) || sign == LINE_SEPARATOR || sign == PARAGRAPH_SEPARATOR;
  }

  private static boolean forges(int sign) {
    return isControl(sign)
        || sign == ARABIC_LETTER_MARK
        || sign == LEFT_TO_RIGHT_MARK
        || sign == RIGHT_TO_LEFT_MARK
        || sign >= FIRST_EMBEDDING && sign <= LAST_OVERRIDE
        || sign >= FIRST_ISOLATE && sign <= LAST_ISOLATE;
  }
}

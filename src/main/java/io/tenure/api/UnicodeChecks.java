package io.tenure.api;

/**
 * Checks that strings of Java are valid Unicode: halves of surrogate pairs cannot be sent or
 * stored.
 */
public final class UnicodeChecks {

  private UnicodeChecks() {}

  public static boolean isText(String text) {
    for (int at = 0; at < text.length(); at++) {
      char one = text.charAt(at);
      if (Character.isSurrogate(one)) {
        boolean pair =
            Character.isHighSurrogate(one)
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
        if (!pair) {
          return false;
        }
        at++;
      }
    }
    return true;
  }
}

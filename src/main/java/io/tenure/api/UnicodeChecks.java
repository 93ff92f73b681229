package io.tenure.api;

/**
 * Checks that Java strings are valid Unicode. Halves of surrogate pairs can be neither sent nor
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

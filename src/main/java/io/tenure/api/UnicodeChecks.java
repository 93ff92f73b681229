package io.tenure.api;

/** Java's strings may hold halves of pairs, which nobody can send or keep. */
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

package io.tenure.store.redis;

/**
 * The words of a record: one line of ASCII, a version, a kind, then {@code name=value} between
 * single spaces. {@code docs/journal.md} describes them; a change that an older reader would
 * misread raises the version.
 */
final class RecordFields {

  static final byte VERSION = '1';

  static final long LEASE = packed("lease");
  static final long SESSION = packed("session");
  static final long VALUE = packed("value");
  static final long DOOM = packed("doom");
  static final long END = packed("end");
  static final long IDS = packed("ids");
  static final long BAR = packed("bar");
  static final long FENCE = packed("fence");

  static final long SLOT = packed("slot");
  static final long TOKEN = packed("token");
  static final long SECRET = packed("secret");
  static final long KEY = packed("key");
  static final long HOLDER = packed("holder");
  static final long TTL = packed("ttl");
  static final long MODE = packed("mode");
  static final long NUMBER = packed("number");
  static final long HARD = packed("hard");
  static final long DELAY = packed("delay");
  static final long LIFE = packed("life");
  static final long UNDER = packed("under");
  static final long SINCE = packed("since");
  static final long GRACE = packed("grace");
  static final long REASON = packed("reason");
  static final long HOW = packed("how");
  static final long MILLIS = packed("millis");
  static final long GUESTS = packed("guests");
  static final long NAME = packed("name");

  private RecordFields() {}

  /** A word of up to eight letters as one number. */
  private static long packed(String word) {
    long packed = 0;
    for (int at = 0; at < word.length(); at++) {
      packed = packed << 8 | word.charAt(at);
    }
    return packed;
  }

  static String spelling(long packed) {
    StringBuilder letters = new StringBuilder();
    for (long left = packed; left != 0; left >>>= 8) {
      letters.insert(0, (char) (left & 0xff));
    }
    return letters.toString();
  }

  /**
   * Whether a byte stands for itself: visible ASCII but for the escape and what separates ids.
   * Everything else is written as percent and two hexadecimal digits.
   */
  static boolean plain(int octet) {
    return octet > ' ' && octet < 0x7f && octet != '%' && octet != ',';
  }
}

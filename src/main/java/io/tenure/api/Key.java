package io.tenure.api;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The name of a thing that can be owned, such as {@code jobs/nightly}: UTF-8, 1 to 512 bytes. */
public final class Key implements Comparable<Key> {

  private static final byte DELETE = 0x7f;

  private final byte[] utf8;

  private Key(byte[] utf8) {
    this.utf8 = utf8;
  }

  public static Key of(String name) {
    if (!UnicodeChecks.isText(name)) {
      throw new InvalidFieldException("key", "is not valid Unicode; send it as UTF-8");
    }
    return owning(name.getBytes(StandardCharsets.UTF_8));
  }

  public static Key owning(byte[] utf8) {
    RequestBounds.KEY.check(utf8.length);
    return new Key(utf8);
  }

  /**
   * Refuses control characters and separators of lines, which could forge what people read around
   * the key. Only a request for a new lease checks this: a store may have older keys with them.
   */
  public void checkCharacters() {
    if (isPrintableAscii()) {
      return;
    }
    String name = toString();
    int at = ControlCharacters.first(name);
    if (at >= 0) {
      throw new InvalidFieldException(
          "key",
          "has the control character U+%04X; name the key without it"
              .formatted((int) name.charAt(at)));
    }
  }

  /** Whether the key is of the usual kind, which costs no text to check. */
  private boolean isPrintableAscii() {
    for (byte each : utf8) {
      if (each < ' ' || each == DELETE) {
        return false;
      }
    }
    return true;
  }

  public boolean startsWith(String prefix) {
    return startsWith(prefix.getBytes(StandardCharsets.UTF_8));
  }

  public boolean startsWith(byte[] start) {
    return start.length <= utf8.length
        && Arrays.equals(utf8, 0, start.length, start, 0, start.length);
  }

  public int size() {
    return utf8.length;
  }

  /** The bytes of the key itself; the caller must not change them. */
  public byte[] utf8() {
    return utf8;
  }

  /** Returns a copy of the key in UTF-8. */
  public byte[] bytes() {
    return utf8.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Key key && Arrays.equals(utf8, key.utf8);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(utf8);
  }

  /** Orders keys, so that a hash map under attack falls back to a tree and not to a list. */
  @Override
  public int compareTo(Key other) {
    return Arrays.compare(utf8, other.utf8);
  }

  @Override
  public String toString() {
    return new String(utf8, StandardCharsets.UTF_8);
  }
}

package io.tenure.wire;

import java.util.Locale;

/** How our own words are spelled wherever others read them: in small letters. */
public final class Spelling {

  private Spelling() {}

  public static String of(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}

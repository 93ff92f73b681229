package io.tenure.wire;

import java.util.Locale;

/** Spells the words of Tenure for other programs, in small letters. */
public final class Spelling {

  private Spelling() {}

  public static String of(Enum<?> word) {
    return word.name().toLowerCase(Locale.ROOT);
  }
}

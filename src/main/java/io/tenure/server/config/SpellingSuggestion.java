package io.tenure.server.config;

import java.util.Collection;
import java.util.Comparator;

/** Suggests a known name for one that does not exist. */
public final class SpellingSuggestion {

  /** Two swapped letters. */
  private static final int SLIPS_MIN = 2;

  private SpellingSuggestion() {}

  /** {@code " (did you mean X?)"}, or nothing when nothing is near. */
  public static String hint(String written, Collection<String> known) {
    return known.stream()
        .filter(each -> distance(written, each) <= Math.max(SLIPS_MIN, each.length() / 5))
        .min(Comparator.comparingInt(each -> distance(written, each)))
        .map(each -> " (did you mean " + each + "?)")
        .orElse("");
  }

  /** The number of letters to insert, to delete or to replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int line = 1; line <= from.length(); line++) {
      int diagonal = row[0];
      row[0] = line;
      for (int column = 1; column <= to.length(); column++) {
        int replaced = diagonal + (from.charAt(line - 1) == to.charAt(column - 1) ? 0 : 1);
        diagonal = row[column];
        row[column] = Math.min(replaced, Math.min(row[column], row[column - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}

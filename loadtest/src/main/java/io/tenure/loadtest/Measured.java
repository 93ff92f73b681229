package io.tenure.loadtest;

import java.util.Locale;

/** The protocol by which a measuring process reports to its parent: one line for each value. */
final class Measured {

  private static final String MARK = "measured";

  private Measured() {}

  static void print(String name, double value) {
    System.out.println(MARK + "\t" + name + "\t" + String.format(Locale.ROOT, "%.6f", value));
  }

  /** Gives the value to {@code sheet} when {@code line} reports one. */
  static boolean read(String line, String prefix, Sheet sheet) {
    String[] words = line.split("\t");
    if (words.length != 3 || !words[0].equals(MARK)) {
      return false;
    }
    sheet.add(prefix + words[1], Double.parseDouble(words[2]));
    return true;
  }
}

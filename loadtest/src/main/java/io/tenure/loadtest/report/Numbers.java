package io.tenure.loadtest.report;

import java.util.Locale;

/** Formats numbers for people. */
final class Numbers {

  private Numbers() {}

  /** Three significant digits, with separators of thousands. */
  static String shown(double number) {
    if (!Double.isFinite(number)) {
      return "–";
    }
    double size = Math.abs(number);
    int places = size == 0 || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + places + "f", number);
  }

  /** For an axis: 1k, 10k, 1M. */
  static String brief(double number) {
    if (number >= 1e6) {
      return plain(number / 1e6) + "M";
    }
    return number >= 1e3 ? plain(number / 1e3) + "k" : plain(number);
  }

  private static String plain(double number) {
    return number == Math.rint(number)
        ? String.format(Locale.ROOT, "%.0f", number)
        : String.format(Locale.ROOT, number < 0.1 ? "%.2g" : "%.1f", number);
  }
}

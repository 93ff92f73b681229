package io.tenure.wire;

import io.tenure.api.DurationFormatter;
import io.tenure.api.InvalidFieldException;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads durations as people and machines write them: {@code 30s}, {@code 500ms}, {@code 1m30s},
 * {@code 1.5h}. A number without a unit means seconds. Durations are whole milliseconds and never
 * negative.
 */
public final class DurationReader {

  private static final long SECOND = 1_000;

  /** More characters than any useful duration has. */
  private static final int CHARS_MAX = 40;

  /** The longest duration that fits into a long when it is counted in nanoseconds. */
  private static final long MILLIS_MAX = Long.MAX_VALUE / 1_000_000;

  private static final BigDecimal MOST = BigDecimal.valueOf(MILLIS_MAX);

  private static final Pattern NUMBER =
      Pattern.compile("[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?|\\.[0-9]+");

  private static final String REMEDY = "use a duration such as 30s, 500ms, 1m30s or 0.5 (seconds)";

  private DurationReader() {}

  /** Returns the milliseconds that {@code text} means. */
  public static long millis(String field, String text) {
    if (text.isEmpty() || text.length() > CHARS_MAX) {
      throw new InvalidFieldException(field, "is no duration; " + REMEDY);
    }
    if (text.charAt(0) == '-') {
      throw new InvalidFieldException(field, "is negative; " + REMEDY);
    }
    if (isUnit(text.charAt(text.length() - 1))) {
      return whole(field, sum(field, text));
    }
    return whole(field, number(field, text).multiply(BigDecimal.valueOf(SECOND)));
  }

  /** Adds numbers with units, from the largest unit down, each at most once. */
  private static BigDecimal sum(String field, String text) {
    BigDecimal sum = BigDecimal.ZERO;
    int unitsFrom = 0;
    int at = 0;
    while (at < text.length()) {
      int digits = at;
      while (digits < text.length() && !isUnit(text.charAt(digits))) {
        digits++;
      }
      int end = digits;
      while (end < text.length() && isUnit(text.charAt(end))) {
        end++;
      }
      int unit = unit(field, text.substring(digits, end), unitsFrom);
      BigDecimal each = BigDecimal.valueOf(DurationFormatter.UNITS.get(unit).millis());
      sum = sum.add(number(field, text.substring(at, digits)).multiply(each));
      unitsFrom = unit + 1;
      at = end;
    }
    return sum;
  }

  private static int unit(String field, String name, int from) {
    for (int at = 0; at < DurationFormatter.UNITS.size(); at++) {
      if (DurationFormatter.UNITS.get(at).name().equals(name)) {
        if (at < from) {
          throw new InvalidFieldException(field, "has its units out of order; " + REMEDY);
        }
        return at;
      }
    }
    throw new InvalidFieldException(field, "has a unit that is not d, h, m, s or ms; " + REMEDY);
  }

  private static boolean isUnit(char letter) {
    return letter >= 'a' && letter <= 'z' && letter != 'e';
  }

  /**
   * Checks the bounds at once: an exponent of many digits is cheap to write and expensive to
   * expand.
   */
  private static BigDecimal number(String field, String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw new InvalidFieldException(field, "is no duration; " + REMEDY);
    }
    BigDecimal number = exact(text);
    if (number != null
        && number.compareTo(MOST) <= 0
        && number.scale() <= CHARS_MAX
        && number.scale() >= -CHARS_MAX) {
      return number;
    }
    throw new InvalidFieldException(field, "is out of all bounds; " + REMEDY);
  }

  private static @Nullable BigDecimal exact(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException exponentTooLarge) {
      return null;
    }
  }

  private static long whole(String field, BigDecimal millis) {
    if (millis.compareTo(MOST) > 0) {
      throw new InvalidFieldException(field, "is out of all bounds; " + REMEDY);
    }
    try {
      return millis.longValueExact();
    } catch (ArithmeticException fraction) {
      throw new InvalidFieldException(field, "is finer than a millisecond; " + REMEDY);
    }
  }
}

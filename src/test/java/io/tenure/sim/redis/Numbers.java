package io.tenure.sim.redis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/** Converts numbers to text and back as C does, and therefore Redis and its Lua. */
public final class Numbers {

  private static final int LUA_DIGITS = 14;

  /** As many digits are exact in a double, too. */
  private static final int EXACT_DIGITS = 15;

  private static final double SHORT_MAX = 1e14;
  private static final int POINT_MIN = -4;

  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");
  private static final Pattern HEX =
      Pattern.compile("[+-]?0[xX](\\p{XDigit}+\\.?\\p{XDigit}*|\\.\\p{XDigit}+)([pP][+-]?\\d+)?");
  private static final Pattern WORD = Pattern.compile("(?i)[+-]?(inf|infinity|nan)");

  private Numbers() {}

  /** The text of a number in Lua. */
  public static String lua(double number) {
    return general(number, LUA_DIGITS);
  }

  /** Formats a number like {@code %.<digits>g}. */
  static String general(double number, int digits) {
    if (number == Math.rint(number) && Math.abs(number) < SHORT_MAX && digits >= LUA_DIGITS) {
      return number == 0 && 1 / number < 0 ? "-0" : Long.toString((long) number);
    }
    if (!Double.isFinite(number)) {
      return notFinite(number);
    }
    int precision = Math.max(1, digits);
    BigDecimal rounded =
        new BigDecimal(number).round(new MathContext(precision, RoundingMode.HALF_EVEN));
    if (rounded.signum() == 0) {
      return 1 / number < 0 ? "-0" : "0";
    }
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal shortest = rounded.stripTrailingZeros();
    if (exponent >= POINT_MIN && exponent < precision) {
      return shortest.toPlainString();
    }
    String all = shortest.unscaledValue().abs().toString();
    String point = all.length() == 1 ? all : all.charAt(0) + "." + all.substring(1);
    return (number < 0 ? "-" : "") + point + exponent(exponent);
  }

  /** Formats a number like {@code %.<decimals>f}. */
  static String fixed(double number, int decimals) {
    if (!Double.isFinite(number)) {
      return notFinite(number);
    }
    String all =
        new BigDecimal(number).abs().setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    return number < 0 || number == 0 && 1 / number < 0 ? "-" + all : all;
  }

  /** Formats a number like {@code %.<decimals>e}. */
  static String scientific(double number, int decimals) {
    if (!Double.isFinite(number)) {
      return notFinite(number);
    }
    BigDecimal rounded =
        new BigDecimal(number).abs().round(new MathContext(decimals + 1, RoundingMode.HALF_EVEN));
    boolean zero = rounded.signum() == 0;
    int exponent = zero ? 0 : rounded.precision() - rounded.scale() - 1;
    String mantissa = fixed(0, decimals);
    if (!zero) {
      mantissa = rounded.movePointLeft(exponent).setScale(decimals).toPlainString();
    }
    return (number < 0 ? "-" : "") + mantissa + exponent(exponent);
  }

  /** The result of a C cast on the machines that Redis runs on. */
  static long truncated(double number) {
    return number >= -0x1p63 && number < 0x1p63 ? (long) number : Long.MIN_VALUE;
  }

  /**
   * Null when Lua does not accept the text as a number. A zero byte ends the text, as it does in C.
   */
  static @Nullable Double parsed(LuaString text) {
    long plain = plain(text);
    if (plain >= 0) {
      return (double) plain;
    }
    String whole = strip(text);
    if (DECIMAL.matcher(whole).matches()) {
      return Double.valueOf(whole);
    }
    if (HEX.matcher(whole).matches()) {
      boolean scaled = whole.indexOf('p') >= 0 || whole.indexOf('P') >= 0;
      return Double.valueOf(scaled ? whole : whole + "p0");
    }
    if (WORD.matcher(whole).matches()) {
      boolean minus = whole.startsWith("-");
      return whole.toLowerCase(Locale.ROOT).endsWith("nan")
          ? Double.NaN
          : minus ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return null;
  }

  /** Parses a text of a few digits only, as most numbers are; negative when it is not one. */
  private static long plain(LuaString text) {
    int length = text.length();
    if (length == 0 || length > EXACT_DIGITS) {
      return -1;
    }
    long number = 0;
    for (int at = 0; at < length; at++) {
      int digit = text.luaByte(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = 10 * number + digit;
    }
    return number;
  }

  /** The text of a number without the white space around it. */
  static String strip(LuaString text) {
    int from = 0;
    int to = 0;
    while (to < text.length() && text.luaByte(to) != 0) {
      to++;
    }
    while (from < to && isSpace(text.luaByte(from))) {
      from++;
    }
    while (from < to && isSpace(text.luaByte(to - 1))) {
      to--;
    }
    StringBuilder stripped = new StringBuilder(to - from);
    for (int at = from; at < to; at++) {
      stripped.append((char) text.luaByte(at));
    }
    return stripped.toString();
  }

  /** Parses a whole number as strictly as Redis does. */
  static @Nullable Long integer(LuaString text) {
    int length = text.length();
    if (length == 0 || length > 20) {
      return null;
    }
    boolean minus = text.luaByte(0) == '-';
    int at = minus ? 1 : 0;
    if (at == length || text.luaByte(at) == '0' && (minus || length > 1)) {
      return null;
    }
    long plain = plain(text);
    if (plain >= 0) {
      return plain;
    }
    for (int each = at; each < length; each++) {
      if (text.luaByte(each) < '0' || text.luaByte(each) > '9') {
        return null;
      }
    }
    try {
      return Long.valueOf(text.tojstring());
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }

  private static boolean isSpace(int octet) {
    return octet == ' ' || octet >= '\t' && octet <= '\r';
  }

  private static String exponent(int exponent) {
    return (exponent < 0 ? "e-" : "e+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
  }

  /** The result of 0/0 has its sign set on the machines that Redis runs on. */
  private static String notFinite(double number) {
    return Double.isNaN(number) ? "-nan" : number < 0 ? "-inf" : "inf";
  }
}

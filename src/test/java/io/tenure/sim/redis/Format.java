package io.tenure.sim.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.Buffer;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;

/** The script function {@code string.format}, as far as C and Lua 5.1 agree about it. */
final class Format {

  private static final Pattern ITEM =
      Pattern.compile("([-+ #0]*)(\\d{0,2})(?:\\.(\\d{0,2}))?([a-zA-Z%])");

  private static final int DIGITS = 6;

  private Format() {}

  static LuaValue of(Varargs args) {
    LuaString pattern = Library.text(args.checkvalue(1)).checkstring();
    StringBuilder letters = new StringBuilder(pattern.length());
    for (int at = 0; at < pattern.length(); at++) {
      letters.append((char) pattern.luaByte(at));
    }
    Buffer out = new Buffer();
    Matcher item = ITEM.matcher(letters);
    int argument = 1;
    int at = 0;
    while (at < letters.length()) {
      char letter = letters.charAt(at++);
      if (letter != '%') {
        out.append((byte) letter);
        continue;
      }
      if (!item.region(at, letters.length()).lookingAt()) {
        throw new ScriptError("invalid option '%' to 'format'", true);
      }
      at = item.end();
      if (item.group(4).equals("%")) {
        out.append((byte) '%');
      } else {
        append(out, item, args, ++argument);
      }
    }
    return out.tostring();
  }

  private static void append(Buffer out, Matcher item, Varargs args, int at) {
    String precision = item.group(3);
    boolean given = precision != null;
    int digits = given ? (precision.isEmpty() ? 0 : Integer.parseInt(precision)) : DIGITS;
    String text;
    switch (item.group(4)) {
      case "d", "i" -> text = Long.toString(Numbers.truncated(number(args, at)));
      case "u" -> text = Long.toUnsignedString(Numbers.truncated(number(args, at)));
      case "x" -> text = Long.toHexString(Numbers.truncated(number(args, at)));
      case "f" -> text = Numbers.fixed(number(args, at), digits);
      case "e" -> text = Numbers.scientific(number(args, at), digits);
      case "g" -> text = Numbers.general(number(args, at), digits);
      case "c" -> {
        out.append((byte) (int) number(args, at));
        return;
      }
      case "s" -> {
        LuaString whole = Library.text(args.checkvalue(at)).checkstring();
        whole = given && whole.length() > digits ? whole.substring(0, digits) : whole;
        pad(out, item, whole);
        return;
      }
      default -> throw new ScriptError("invalid option '%" + item.group(4) + "' to 'format'", true);
    }
    if (item.group(1).contains("+") && !text.startsWith("-")) {
      text = "+" + text;
    }
    pad(out, item, LuaString.valueOf(text));
  }

  private static double number(Varargs args, int at) {
    LuaValue value = args.checkvalue(at);
    Double parsed =
        value instanceof LuaString text
            ? Numbers.parsed(text)
            : value.isnumber() ? Double.valueOf(value.todouble()) : null;
    if (parsed == null) {
      throw new ScriptError(
          "bad argument #" + at + " to 'format' (number expected, got " + value.typename() + ")",
          true);
    }
    return parsed;
  }

  private static void pad(Buffer out, Matcher item, LuaString text) {
    int width = item.group(2).isEmpty() ? 0 : Integer.parseInt(item.group(2));
    int missing = Math.max(0, width - text.length());
    boolean left = item.group(1).contains("-");
    boolean zeros = item.group(1).contains("0") && !left && !item.group(4).equals("s");
    int sign = zeros && text.length() > 0 && "+-".indexOf(text.luaByte(0)) >= 0 ? 1 : 0;
    out.append(text.substring(0, sign));
    if (!left) {
      out.append(LuaString.valueOf((zeros ? "0" : " ").repeat(missing)));
    }
    out.append(text.substring(sign, text.length()));
    if (left) {
      out.append(LuaString.valueOf(" ".repeat(missing)));
    }
  }
}

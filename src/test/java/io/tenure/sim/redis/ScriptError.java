package io.tenure.sim.redis;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** An error of a function that scripts call; the line is added where a script called it. */
final class ScriptError extends LuaError {
  private static final long serialVersionUID = 1L;

  /** The form in which the interpreter names the line of an error. */
  private static final Pattern PLACED =
      Pattern.compile("@?user_script:(-?\\d+):? (.*)", Pattern.DOTALL);

  private static final Pattern LINE = Pattern.compile(".*:(-?\\d+)");

  private final String what;
  private final boolean placed;

  /** {@code placed}: Lua adds the line in front of the text. */
  ScriptError(String what, boolean placed) {
    super(what);
    this.what = what;
    this.placed = placed;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }

  /** The value that {@code pcall} gives to the script. */
  static LuaValue value(LuaError error) {
    return error instanceof ScriptError
            || error.getMessageObject() == null
            || error.getMessageObject().isstring()
        ? LuaString.valueOf(text(error))
        : error.getMessageObject();
  }

  static String text(LuaError error) {
    if (error instanceof ScriptError own) {
      return own.placed ? "user_script:" + own.line() + ": " + own.what : own.what;
    }
    Matcher placed = PLACED.matcher(String.valueOf(error.getMessage()));
    return placed.matches()
        ? "user_script:" + placed.group(1) + ": " + placed.group(2)
        : String.valueOf(error.getMessage());
  }

  static String line(LuaError error) {
    if (error instanceof ScriptError own) {
      return own.line();
    }
    Matcher placed = PLACED.matcher(String.valueOf(error.getMessage()));
    return placed.matches() ? placed.group(1) : "1";
  }

  private String line() {
    Matcher line = LINE.matcher(String.valueOf(fileline));
    return line.matches() ? line.group(1) : "1";
  }
}

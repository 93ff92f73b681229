package io.tenure.sim.redis;

import java.util.Locale;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.BaseLib;
import org.luaj.vm2.lib.MathLib;
import org.luaj.vm2.lib.PackageLib;
import org.luaj.vm2.lib.StringLib;
import org.luaj.vm2.lib.TableLib;
import org.luaj.vm2.lib.VarArgFunction;

/** The functions that scripts may call: those of Lua 5.1 in Redis, as far as scripts use them. */
final class Library {

  /** Functions that are different, random, or absent in Lua 5.1: a script must not use them. */
  private static final String[] ABSENT = {
    "collectgarbage",
    "dofile",
    "load",
    "loadfile",
    "print",
    "rawlen",
    "require",
    "package",
    "module"
  };

  private static final String[] ABSENT_IN_TABLE = {"pack", "unpack"};
  private static final String[] ABSENT_IN_MATH = {"random", "randomseed"};

  /** The largest number of values that Lua passes on at once, plus one. */
  private static final int VALUES_MAX = 8_000;

  private static final int DECIMAL = 10;

  private Library() {}

  /** Wraps a Java function as a function of Lua. */
  private static VarArgFunction function(java.util.function.UnaryOperator<Varargs> body) {
    return new VarArgFunction() {
      @Override
      public Varargs invoke(Varargs args) {
        return body.apply(args);
      }
    };
  }

  static Globals globals() {
    Globals globals = new Globals();
    globals.load(new BaseLib());
    globals.load(new PackageLib());
    globals.load(new TableLib());
    globals.load(new StringLib());
    globals.load(new MathLib());
    without(globals, ABSENT);
    without(globals.rawget("table").checktable(), ABSENT_IN_TABLE);
    without(globals.rawget("math").checktable(), ABSENT_IN_MATH);
    globals.rawset("unpack", function(Library::unpack));
    globals.rawset("tonumber", function(Library::number));
    globals.rawset("tostring", function(Library::text));
    globals.rawset("error", function(Library::error));
    globals.rawset("pcall", function(Library::pcall));
    globals.rawget("table").rawset("concat", function(Library::concat));
    LuaTable string = globals.rawget("string").checktable();
    string.rawset("format", function(Format::of));
    string.rawset("match", new Match(string.rawget("match")));
    LuaTable packing = new LuaTable();
    packing.rawset("unpack", new MessagePack());
    globals.rawset("cmsgpack", packing);
    LuaTable redis = new LuaTable();
    redis.rawset("status_reply", function(args -> told("ok", args)));
    redis.rawset("error_reply", function(args -> told("err", args)));
    globals.rawset("redis", redis);
    return globals;
  }

  /** From now on the use of an unknown name is an error of the script. */
  static void seal(Globals globals) {
    LuaTable watch = new LuaTable();
    watch.rawset(
        LuaValue.INDEX,
        function(
            args -> {
              throw new ScriptError(
                  "Script attempted to access nonexistent global variable '"
                      + args.arg(2).tojstring()
                      + "'",
                  true);
            }));
    watch.rawset(
        LuaValue.NEWINDEX,
        function(
            args -> {
              throw new ScriptError("Attempt to modify a readonly table", true);
            }));
    globals.setmetatable(watch);
  }

  private static void without(LuaTable table, String... names) {
    for (String name : names) {
      table.rawset(name, LuaValue.NIL);
    }
  }

  private static Varargs unpack(Varargs args) {
    LuaTable list = args.checktable(1);
    int from = args.optint(2, 1);
    int to = args.isnoneornil(3) ? list.length() : args.checkint(3);
    if (from > to) {
      return LuaValue.NONE;
    }
    if (to - from < 0 || to - from + 1 >= VALUES_MAX) {
      throw new ScriptError("too many results to unpack", true);
    }
    LuaValue[] values = new LuaValue[to - from + 1];
    for (int at = 0; at < values.length; at++) {
      values[at] = list.rawget(from + at);
    }
    return LuaValue.varargsOf(values);
  }

  private static LuaValue number(Varargs args) {
    int base = args.optint(2, DECIMAL);
    LuaValue value = args.checkvalue(1);
    if (base != DECIMAL) {
      return whole(args.checkstring(1), base);
    }
    if (value instanceof LuaString text) {
      Double number = Numbers.parsed(text);
      return number == null ? LuaValue.NIL : LuaValue.valueOf(number);
    }
    return value.isnumber() ? value : LuaValue.NIL;
  }

  private static LuaValue whole(LuaString text, int base) {
    String digits = Numbers.strip(text).toLowerCase(Locale.ROOT);
    try {
      return LuaValue.valueOf(
          (double)
              Long.parseLong(
                  base == 16 && digits.startsWith("0x") ? digits.substring(2) : digits, base));
    } catch (NumberFormatException no) {
      return LuaValue.NIL;
    }
  }

  private static LuaValue text(Varargs args) {
    return text(args.checkvalue(1));
  }

  static LuaValue text(LuaValue value) {
    return value.type() == LuaValue.TNUMBER
        ? LuaString.valueOf(Numbers.lua(value.todouble()))
        : value instanceof LuaString ? value : LuaString.valueOf(value.tojstring());
  }

  private static Varargs error(Varargs args) {
    LuaValue what = args.arg1();
    if (what.isstring()) {
      throw new ScriptError(text(what).tojstring(), args.optint(2, 1) > 0);
    }
    throw new LuaError(what);
  }

  private static Varargs pcall(Varargs args) {
    try {
      return LuaValue.varargsOf(LuaValue.TRUE, args.checkvalue(1).invoke(args.subargs(2)));
    } catch (LuaError failed) {
      return LuaValue.varargsOf(LuaValue.FALSE, ScriptError.value(failed));
    }
  }

  private static LuaValue concat(Varargs args) {
    LuaTable list = args.checktable(1);
    LuaValue separator = text(args.optvalue(2, LuaString.valueOf("")));
    int from = args.optint(3, 1);
    int to = args.isnoneornil(4) ? list.length() : args.checkint(4);
    org.luaj.vm2.Buffer all = new org.luaj.vm2.Buffer();
    for (int at = from; at <= to; at++) {
      LuaValue value = list.rawget(at);
      if (!value.isstring()) {
        throw new ScriptError(
            "invalid value (" + value.typename() + ") at index " + at + " in table for 'concat'",
            true);
      }
      all.append(text(value).checkstring());
      if (at < to) {
        all.append(separator.checkstring());
      }
    }
    return all.tostring();
  }

  private static LuaValue told(String how, Varargs args) {
    boolean one = args.narg() == 1 && args.arg1() instanceof LuaString;
    String complaint = Scripts.complaint("wrong number or type of arguments").message();
    LuaTable told = new LuaTable();
    told.rawset(one ? how : "err", one ? args.arg1() : LuaString.valueOf(complaint));
    return told;
  }
}

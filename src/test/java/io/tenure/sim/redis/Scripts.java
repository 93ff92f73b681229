package io.tenure.sim.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.Globals;
import org.luaj.vm2.Lua;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.compiler.LuaC;
import org.luaj.vm2.lib.VarArgFunction;

/** The scripts of one Redis, which share the same functions and nothing of another Redis. */
final class Scripts {

  /** A script that was compiled, by any Redis of this process. */
  private record Compiled(String digest, Prototype body) {}

  private static final Map<LuaString, Compiled> COMPILED = new ConcurrentHashMap<>();

  private static final LuaString KEYS = LuaString.valueOf("KEYS");
  private static final LuaString ARGV = LuaString.valueOf("ARGV");
  private static final LuaString OK = LuaString.valueOf("ok");
  private static final LuaString ERR = LuaString.valueOf("err");

  private static final int FIRST_ARGUMENT = 3;

  private final Globals globals = Library.globals();
  private final Map<LuaString, Script> known = new HashMap<>();
  private Commands.Action command = words -> null;

  Scripts() {
    LuaTable redis = globals.rawget("redis").checktable();
    redis.rawset("call", new Call(true));
    redis.rawset("pcall", new Call(false));
    Library.seal(globals);
  }

  /** Sets the command that scripts call. */
  void call(Commands.Action command) {
    this.command = command;
  }

  /** A restarted Redis has no scripts. */
  void forget() {
    known.clear();
  }

  /** Finds a script by its text, or by its digest if the text was loaded before. */
  Script known(LuaString word, boolean isText) {
    if (isText) {
      Compiled compiled = COMPILED.get(word);
      if (compiled == null) {
        compiled = compile(word);
        COMPILED.put(word, compiled);
      }
      String digest = compiled.digest;
      Prototype body = compiled.body;
      return known.computeIfAbsent(
          LuaString.valueOf(digest), first -> new Script(digest, new LuaClosure(body, globals)));
    }
    Script script = known.get(word);
    if (script == null) {
      script = known.get(LuaString.valueOf(word.tojstring().toLowerCase(Locale.ROOT)));
    }
    if (script == null) {
      throw new Refusal("NOSCRIPT No matching script. Please use EVAL.");
    }
    return script;
  }

  @Nullable Object run(Script script, LuaString[] words, int keys) {
    globals.rawset(KEYS, list(words, FIRST_ARGUMENT, FIRST_ARGUMENT + keys));
    globals.rawset(ARGV, list(words, FIRST_ARGUMENT + keys, words.length));
    try {
      return reply(script.body().call());
    } catch (LuaError failed) {
      return failure(script, ScriptError.line(failed), ScriptError.text(failed));
    } catch (StackOverflowError tooDeep) {
      return failure(script, "1", "user_script:1: stack overflow");
    }
  }

  /** An error of Redis itself, not of a command, about a call. */
  static SimRedisError complaint(String what) {
    return new SimRedisError("@user_script: 1: " + what);
  }

  private static SimRedisError failure(Script script, String line, String what) {
    return new SimRedisError(
        "ERR Error running script (call to f_"
            + script.digest()
            + "): @user_script:"
            + line
            + ": "
            + what);
  }

  private static LuaTable list(LuaString[] words, int from, int to) {
    return new LuaTable(null, Arrays.copyOfRange(words, from, to, LuaValue[].class), null);
  }

  private static Compiled compile(LuaString text) {
    try {
      byte[] octets = new byte[text.m_length];
      text.copyInto(0, octets, 0, octets.length);
      byte[] digest = MessageDigest.getInstance("SHA-1").digest(octets);
      Prototype body = LuaC.instance.compile(text.toInputStream(), "@user_script");
      withoutTailCalls(body);
      return new Compiled(HexFormat.of().formatHex(digest), body);
    } catch (LuaError wrong) {
      throw new Refusal("ERR Error compiling script (new function): " + ScriptError.text(wrong));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }

  /** Replaces tail calls, because an error in one would not know its line. */
  private static void withoutTailCalls(Prototype body) {
    for (int at = 0; at < body.code.length; at++) {
      if (Lua.GET_OPCODE(body.code[at]) == Lua.OP_TAILCALL) {
        body.code[at] = body.code[at] & ~Lua.MASK_OP | Lua.OP_CALL << Lua.POS_OP;
      }
    }
    for (Prototype inner : body.p) {
      withoutTailCalls(inner);
    }
  }

  private static @Nullable Object reply(LuaValue value) {
    if (value instanceof LuaString text) {
      return text;
    }
    if (value.isboolean()) {
      return value.toboolean() ? Long.valueOf(1) : null;
    }
    if (value.isnumber()) {
      return Numbers.truncated(value.todouble());
    }
    return value instanceof LuaTable table ? reply(table) : null;
  }

  private static Object reply(LuaTable table) {
    if (table.rawget(ERR) instanceof LuaString error) {
      return new SimRedisError(oneLine(error));
    }
    if (table.rawget(OK) instanceof LuaString status) {
      return oneLine(status);
    }
    int length = 0;
    while (!table.get(length + 1).isnil()) {
      length++;
    }
    Object[] all = new Object[length];
    for (int at = 0; at < length; at++) {
      all[at] = reply(table.get(at + 1));
    }
    return all;
  }

  private static String oneLine(LuaString text) {
    return text.tojstring().replace('\r', ' ').replace('\n', ' ');
  }

  /** The script functions {@code redis.call} and {@code redis.pcall}. */
  private final class Call extends VarArgFunction {
    private final boolean raises;

    Call(boolean raises) {
      this.raises = raises;
    }

    @Override
    public Varargs invoke(Varargs args) {
      Object reply = reply(args);
      if (reply instanceof SimRedisError error && raises) {
        throw new ScriptError(error.message(), false);
      }
      return toLua(reply);
    }

    private @Nullable Object reply(Varargs args) {
      LuaString[] words = new LuaString[args.narg()];
      if (words.length == 0) {
        return complaint("Please specify at least one argument for redis.call()");
      }
      for (int at = 0; at < words.length; at++) {
        LuaValue word = args.arg(at + 1);
        if (word instanceof LuaString text) {
          words[at] = text;
        } else if (word.isnumber()) {
          words[at] = LuaString.valueOf(Numbers.general(word.todouble(), 17));
        } else {
          return complaint("Lua redis() command arguments must be strings or integers");
        }
      }
      return command.of(words);
    }
  }

  private static LuaValue toLua(@Nullable Object reply) {
    if (reply instanceof LuaString text) {
      return text;
    }
    if (reply == null) {
      return LuaValue.FALSE;
    }
    if (reply instanceof Long number) {
      return LuaValue.valueOf(number.doubleValue());
    }
    if (reply instanceof Object[] all) {
      LuaValue[] values = new LuaValue[all.length];
      for (int at = 0; at < all.length; at++) {
        values[at] = toLua(all[at]);
      }
      return new LuaTable(null, values, null);
    }
    LuaTable told = new LuaTable(0, 1);
    if (reply instanceof SimRedisError error) {
      told.rawset(ERR, LuaString.valueOf(error.message()));
    } else {
      told.rawset(OK, LuaString.valueOf((String) reply));
    }
    return told;
  }
}

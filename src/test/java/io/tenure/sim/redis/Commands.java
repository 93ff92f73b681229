package io.tenure.sim.redis;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/**
 * The commands of the simulated Redis. A reply is a {@code Long}, {@code LuaString} (bulk), {@code
 * String} (simple string), {@code Object[]}, {@link SimRedisError} or null (nil).
 */
final class Commands {

  /** Executes a command; its first word is its name. */
  interface Action {
    @Nullable Object of(LuaString[] words);
  }

  /** {@code words}: the number of words, with the name; negative: the least number. */
  private record Command(String name, int words, boolean inScripts, Action action) {
    boolean takes(int count) {
      return words >= 0 ? count == words : count >= -words;
    }
  }

  private static final LuaString GET = LuaString.valueOf("GET");
  private static final long MICROS = 1_000_000;

  private final Map<LuaString, Command> byName = new HashMap<>();
  private final Keyspace keyspace;
  private final Machines machines;
  private final Map<LuaString, LuaString> settings;
  private final Scripts scripts;

  Commands(
      Keyspace keyspace,
      Machines machines,
      Map<LuaString, LuaString> settings,
      Scripts scripts,
      LongSupplier wallMicros) {
    this.keyspace = keyspace;
    this.machines = machines;
    this.settings = settings;
    this.scripts = scripts;
    scripts.call(words -> run(words, true));
    new HashCommands(keyspace).addTo(this);
    add("eval", -3, false, words -> script(words, () -> scripts.known(words[1], true)));
    add("evalsha", -3, false, words -> script(words, () -> scripts.known(words[1], false)));
    add("get", 2, true, words -> keyspace.string(words[1]));
    add("set", 3, true, this::set);
    add("del", -2, true, this::delete);
    add("unlink", -2, true, this::delete);
    add("flushall", 1, true, this::flush);
    add("ping", -1, true, words -> words.length > 1 ? words[1] : "PONG");
    add("time", 1, true, words -> time(wallMicros.getAsLong()));
    add("info", -1, true, this::info);
    add("config", -2, false, this::config);
    add("wait", 3, false, this::acknowledged);
  }

  void add(String name, int words, boolean inScripts, Action action) {
    Command command = new Command(name, words, inScripts, action);
    byName.put(LuaString.valueOf(name), command);
    byName.put(LuaString.valueOf(name.toUpperCase(Locale.ROOT)), command);
  }

  @Nullable Object run(LuaString[] words, boolean inScript) {
    Command command = byName.get(words[0]);
    if (command == null) {
      command = byName.get(LuaString.valueOf(words[0].tojstring().toLowerCase(Locale.ROOT)));
    }
    if (command == null) {
      return inScript
          ? Scripts.complaint("Unknown Redis command called from Lua script")
          : unknown(words);
    }
    if (!command.takes(words.length)) {
      return inScript
          ? Scripts.complaint("Wrong number of args calling Redis command From Lua script")
          : wrongNumberOfArguments(command.name).reply();
    }
    if (inScript && !command.inScripts) {
      return Scripts.complaint("This Redis command is not allowed from scripts");
    }
    try {
      return command.action.of(words);
    } catch (Refusal refused) {
      return refused.reply();
    }
  }

  static Refusal wrongNumberOfArguments(String name) {
    return new Refusal("ERR wrong number of arguments for '" + name + "' command");
  }

  private static SimRedisError unknown(LuaString[] words) {
    StringBuilder text = new StringBuilder("ERR unknown command `");
    text.append(words[0].tojstring()).append("`, with args beginning with: ");
    for (int at = 1; at < words.length; at++) {
      text.append('`').append(words[at].tojstring()).append("`, ");
    }
    return new SimRedisError(text.toString());
  }

  private @Nullable Object script(LuaString[] words, Supplier<Script> script) {
    Long keys = Numbers.integer(words[2]);
    if (keys == null) {
      throw Refusal.notAnInteger();
    }
    if (keys > words.length - 3) {
      throw new Refusal("ERR Number of keys can't be greater than number of args");
    }
    if (keys < 0) {
      throw new Refusal("ERR Number of keys can't be negative");
    }
    return scripts.run(script.get(), words, keys.intValue());
  }

  private Object set(LuaString[] words) {
    keyspace.setString(words[1], words[2]);
    return "OK";
  }

  private Object delete(LuaString[] words) {
    long deleted = 0;
    for (int at = 1; at < words.length; at++) {
      deleted += keyspace.delete(words[at]) ? 1 : 0;
    }
    return deleted;
  }

  private Object flush(LuaString[] words) {
    keyspace.deleteAll();
    return "OK";
  }

  private static Object time(long micros) {
    return new Object[] {text(micros / MICROS), text(micros % MICROS)};
  }

  private Object info(LuaString[] words) {
    String section = words.length > 1 ? words[1].tojstring().toLowerCase(Locale.ROOT) : "all";
    return LuaString.valueOf(
        switch (section) {
          case "server" -> machines.server();
          case "replication" -> machines.replication();
          case "all", "default", "everything" ->
              machines.server() + "\r\n" + machines.replication();
          default -> "";
        });
  }

  private Object config(LuaString[] words) {
    if (words.length != 3
        || !GET.equals(words[1]) && !words[1].tojstring().equalsIgnoreCase("GET")) {
      throw new Refusal("ERR Unknown subcommand or wrong number of arguments; use CONFIG GET");
    }
    LuaString value = settings.get(words[2]);
    return value == null ? new Object[0] : new Object[] {words[2], value};
  }

  private Object acknowledged(LuaString[] words) {
    if (Numbers.integer(words[1]) == null) {
      throw Refusal.notAnInteger();
    }
    if (Numbers.integer(words[2]) == null) {
      throw new Refusal("ERR timeout is not an integer or out of range");
    }
    return (long) machines.acknowledging;
  }

  static LuaString text(long number) {
    return LuaString.valueOf(Long.toString(number));
  }
}

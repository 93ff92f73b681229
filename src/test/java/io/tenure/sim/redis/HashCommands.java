package io.tenure.sim.redis;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/** The commands that read and write hashes. */
final class HashCommands {

  private static final LuaString START = LuaString.valueOf("0");

  private final Keyspace keyspace;

  HashCommands(Keyspace keyspace) {
    this.keyspace = keyspace;
  }

  void addTo(Commands commands) {
    commands.add("hget", 3, true, words -> field(words[1], words[2]));
    commands.add("hmget", -3, true, this::fields);
    commands.add("hset", -4, true, this::set);
    commands.add("hdel", -3, true, this::delete);
    commands.add("hincrby", 4, true, this::increment);
    commands.add("hlen", 2, true, words -> (long) hash(words[1]).size());
    commands.add("hexists", 3, true, words -> field(words[1], words[2]) == null ? 0L : 1L);
    commands.add("hvals", 2, true, words -> hash(words[1]).values().toArray());
    commands.add("hkeys", 2, true, words -> hash(words[1]).keySet().toArray());
    commands.add("hgetall", 2, true, words -> all(words[1]));
    commands.add("hscan", -3, true, this::scan);
  }

  private Map<LuaString, LuaString> hash(LuaString key) {
    Map<LuaString, LuaString> hash = keyspace.hash(key);
    return hash == null ? Map.of() : hash;
  }

  private @Nullable LuaString field(LuaString key, LuaString field) {
    Map<LuaString, LuaString> hash = keyspace.hash(key);
    return hash == null ? null : hash.get(field);
  }

  private Object fields(LuaString[] words) {
    Map<LuaString, LuaString> hash = keyspace.hash(words[1]);
    Object[] fields = new Object[words.length - 2];
    for (int at = 0; hash != null && at < fields.length; at++) {
      fields[at] = hash.get(words[at + 2]);
    }
    return fields;
  }

  private Object set(LuaString[] words) {
    if (words.length % 2 != 0) {
      throw Commands.wrongNumberOfArguments("hset");
    }
    long added = 0;
    for (int at = 2; at < words.length; at += 2) {
      added += keyspace.setField(words[1], words[at], words[at + 1]) ? 1 : 0;
    }
    return added;
  }

  private Object delete(LuaString[] words) {
    long deleted = 0;
    for (int at = 2; at < words.length; at++) {
      deleted += keyspace.deleteField(words[1], words[at]) ? 1 : 0;
    }
    return deleted;
  }

  private Object increment(LuaString[] words) {
    Long by = Numbers.integer(words[3]);
    if (by == null) {
      throw Refusal.notAnInteger();
    }
    LuaString before = field(words[1], words[2]);
    Long number = before == null ? Long.valueOf(0) : Numbers.integer(before);
    if (number == null) {
      throw new Refusal("ERR hash value is not an integer");
    }
    long after;
    try {
      after = Math.addExact(number, by);
    } catch (ArithmeticException overflow) {
      throw new Refusal("ERR increment or decrement would overflow");
    }
    keyspace.setField(words[1], words[2], Commands.text(after));
    return after;
  }

  private Object[] all(LuaString key) {
    Map<LuaString, LuaString> hash = hash(key);
    Object[] all = new Object[2 * hash.size()];
    int at = 0;
    for (Map.Entry<LuaString, LuaString> each : hash.entrySet()) {
      all[at++] = each.getKey();
      all[at++] = each.getValue();
    }
    return all;
  }

  /** Returns all fields at once: the returned cursor says that there are no more. */
  private Object scan(LuaString[] words) {
    Long cursor = Numbers.integer(words[2]);
    if (cursor == null || cursor < 0) {
      throw new Refusal("ERR invalid cursor");
    }
    if (words.length != 3) {
      Long count =
          words.length == 5 && words[3].tojstring().equalsIgnoreCase("COUNT")
              ? Numbers.integer(words[4])
              : null;
      if (words.length != 5 || !words[3].tojstring().equalsIgnoreCase("COUNT")) {
        throw new Refusal("ERR syntax error");
      }
      if (count == null) {
        throw Refusal.notAnInteger();
      }
      if (count < 1) {
        throw new Refusal("ERR syntax error");
      }
    }
    return new Object[] {START, cursor == 0 ? all(words[1]) : new Object[0]};
  }
}

package io.tenure.sim.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/** The keys of one Redis, each a hash or a string, with an undo log of its last writes. */
final class Keyspace {

  /** A simulation loses no more than this at once. */
  static final int UNDO_MAX = 256;

  /** The former value of a field, or without a field of the whole key; null: it did not exist. */
  private record Undo(LuaString key, @Nullable LuaString field, @Nullable Object before) {}

  /** Each value a hash, or a string. A hash is never empty. */
  private final Map<LuaString, Object> keys = new HashMap<>();

  private final ArrayDeque<List<Undo>> log = new ArrayDeque<>();
  private List<Undo> underWay = new ArrayList<>();
  private int writes;

  int writes() {
    return writes;
  }

  /** Ends a command or script: all of its writes count as one write. */
  void endOfWrite() {
    if (underWay.isEmpty()) {
      return;
    }
    log.addLast(underWay);
    if (log.size() > UNDO_MAX) {
      log.removeFirst();
    }
    underWay = new ArrayList<>();
    writes++;
  }

  int undoable() {
    return log.size();
  }

  void loseTail(int lost) {
    if (lost < 0 || lost > log.size()) {
      throw new IllegalArgumentException(
          "lost is " + lost + "; the last " + log.size() + " writes can be undone");
    }
    for (int left = lost; left > 0; left--) {
      List<Undo> write = log.removeLast();
      for (int at = write.size() - 1; at >= 0; at--) {
        undo(write.get(at));
      }
    }
    writes -= lost;
  }

  /** All writes so far are on the disk. */
  void sync() {
    log.clear();
  }

  /** Null when there is no such hash. */
  @Nullable Map<LuaString, LuaString> hash(LuaString key) {
    Object value = keys.get(key);
    if (value == null) {
      return null;
    }
    return hash(value);
  }

  @Nullable LuaString string(LuaString key) {
    Object value = keys.get(key);
    if (value != null && !(value instanceof LuaString)) {
      throw Refusal.wrongType();
    }
    return (LuaString) value;
  }

  void setString(LuaString key, LuaString value) {
    underWay.add(new Undo(key, null, keys.put(key, value)));
  }

  /** Whether the field is new. */
  boolean setField(LuaString key, LuaString field, LuaString value) {
    Map<LuaString, LuaString> hash = hash(key);
    if (hash == null) {
      hash = new LinkedHashMap<>();
      keys.put(key, hash);
    }
    LuaString before = hash.put(field, value);
    underWay.add(new Undo(key, field, before));
    return before == null;
  }

  boolean deleteField(LuaString key, LuaString field) {
    Map<LuaString, LuaString> hash = hash(key);
    if (hash == null) {
      return false;
    }
    LuaString before = hash.remove(field);
    if (before == null) {
      return false;
    }
    if (hash.isEmpty()) {
      keys.remove(key);
    }
    underWay.add(new Undo(key, field, before));
    return true;
  }

  boolean delete(LuaString key) {
    Object before = keys.remove(key);
    if (before == null) {
      return false;
    }
    underWay.add(new Undo(key, null, before));
    return true;
  }

  void deleteAll() {
    for (LuaString key : List.copyOf(keys.keySet())) {
      delete(key);
    }
  }

  SimRedis.Snapshot snapshot() {
    return new SimRedis.Snapshot(copy(keys), writes);
  }

  /** Earlier writes cannot be undone after this. */
  void restore(SimRedis.Snapshot snapshot) {
    keys.clear();
    keys.putAll(copy(snapshot.keys()));
    log.clear();
    writes = snapshot.writes();
  }

  private void undo(Undo undo) {
    if (undo.field == null) {
      if (undo.before == null) {
        keys.remove(undo.key);
      } else {
        keys.put(undo.key, undo.before);
      }
    } else if (undo.before != null) {
      hash(keys.computeIfAbsent(undo.key, missing -> new LinkedHashMap<LuaString, LuaString>()))
          .put(undo.field, (LuaString) undo.before);
    } else {
      Map<LuaString, LuaString> hash = hash(Objects.requireNonNull(keys.get(undo.key)));
      hash.remove(undo.field);
      if (hash.isEmpty()) {
        keys.remove(undo.key);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static Map<LuaString, LuaString> hash(Object value) {
    if (value instanceof LuaString) {
      throw Refusal.wrongType();
    }
    return (Map<LuaString, LuaString>) value;
  }

  private static Map<LuaString, Object> copy(Map<LuaString, Object> keys) {
    Map<LuaString, Object> copy = new HashMap<>();
    keys.forEach(
        (key, value) ->
            copy.put(key, value instanceof LuaString ? value : new LinkedHashMap<>(hash(value))));
    return copy;
  }
}

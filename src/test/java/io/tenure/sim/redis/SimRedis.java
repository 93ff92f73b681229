package io.tenure.sim.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.luaj.vm2.LuaString;

/**
 * One Redis deployment in memory, which runs the scripts of production. The same seed and calls
 * give the same results. Owned by one thread.
 */
public final class SimRedis {

  /** All data of a moment. */
  public static final class Snapshot {
    private final Map<LuaString, Object> keys;
    private final int writes;

    Snapshot(Map<LuaString, Object> keys, int writes) {
      this.keys = keys;
      this.writes = writes;
    }

    Map<LuaString, Object> keys() {
      return keys;
    }

    int writes() {
      return writes;
    }
  }

  private final Keyspace keyspace = new Keyspace();
  private final Machines machines;
  private final Map<LuaString, LuaString> settings = new HashMap<>();
  private final Scripts scripts;
  private final Commands commands;

  /** {@code wallMicros}: the clock of TIME. {@code seed}: for the ids that Redis gives itself. */
  public SimRedis(LongSupplier wallMicros, long seed) {
    machines = new Machines(seed);
    set("maxmemory-policy", "noeviction");
    set("appendonly", "no");
    set("appendfsync", "everysec");
    set("no-appendfsync-on-rewrite", "no");
    scripts = new Scripts();
    commands = new Commands(keyspace, machines, settings, scripts, wallMicros);
  }

  /**
   * Runs one command. Its arrays, and those of the reply, must not be changed, because the Redis
   * stores them. The reply: a {@code Long}, {@code byte[]} (bulk), {@code String} (simple string),
   * {@code List<Object>}, {@link SimRedisError} or null (nil).
   */
  public @Nullable Object command(byte[]... command) {
    LuaString[] words = new LuaString[command.length];
    for (int at = 0; at < words.length; at++) {
      words[at] = LuaString.valueUsing(command[at]);
    }
    Object reply = commands.run(words, false);
    keyspace.endOfWrite();
    return outside(reply);
  }

  /** The run id of the primary, as long as it runs. */
  public String runId() {
    return machines.runId();
  }

  /** Changes a setting, which a client reads by CONFIG GET. */
  public void set(String name, String value) {
    settings.put(LuaString.valueOf(name), LuaString.valueOf(value));
  }

  public void connectedReplicas(int replicas) {
    machines.connected = replicas;
  }

  /** Sets the answer of WAIT. */
  public void replicasThatAcknowledge(int replicas) {
    machines.acknowledging = replicas;
  }

  /**
   * The number of commands and scripts that have written and are not lost; a script counts once.
   */
  public int writes() {
    return keyspace.writes();
  }

  /** The number of last writes that can be undone. */
  public int undoable() {
    return keyspace.undoable();
  }

  /** Undoes the last writes, of which it remembers 256. */
  public void loseTail(int writes) {
    keyspace.loseTail(writes);
  }

  /** All writes so far can no longer be undone. */
  public void sync() {
    keyspace.sync();
  }

  public Snapshot snapshot() {
    return keyspace.snapshot();
  }

  /**
   * Changes to the data of the snapshot, older or newer; earlier writes can no longer be undone.
   */
  public void restore(Snapshot snapshot) {
    keyspace.restore(snapshot);
  }

  /** Drops all keys, which counts as one write. */
  public void flush() {
    keyspace.deleteAll();
    keyspace.endOfWrite();
  }

  /** Starts the primary again; its data stays, unless some of it is undone. */
  public void restart() {
    restart(machines.primary());
  }

  /** Starts a machine again, the primary or another one. */
  public void restart(int machine) {
    machines.restart(machine);
    if (machine == machines.primary()) {
      scripts.forget();
    }
  }

  /** Makes another machine the primary; the first primary was number 0. The data stays. */
  public void failOver(int machine) {
    machines.promote(machine);
    scripts.forget();
  }

  /** The number of the machine that is primary. */
  public int primary() {
    return machines.primary();
  }

  /** Grows with each restart of the primary and each failover: connections break then. */
  public int incarnation() {
    return machines.incarnation();
  }

  private static @Nullable Object outside(@Nullable Object reply) {
    if (reply instanceof LuaString text) {
      return text.m_length == text.m_bytes.length
          ? text.m_bytes
          : Arrays.copyOfRange(text.m_bytes, text.m_offset, text.m_offset + text.m_length);
    }
    if (reply instanceof Object[] all) {
      List<Object> list = new ArrayList<>(all.length);
      for (Object each : all) {
        list.add(outside(each));
      }
      return list;
    }
    return reply;
  }
}

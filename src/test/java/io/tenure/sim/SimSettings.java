package io.tenure.sim;

import io.tenure.sim.redis.SimRedis;

/** The persistence settings that an operator gives to the simulated Redis. */
final class SimSettings {

  /** A server reads the settings of its Redis when it extends, but once a second at most. */
  private static final long LOOKED_AT_NANOS = 2 * Schedule.SECOND;

  private final SimRedis redis;
  private final Schedule schedule;
  private final long ownershipMillis;
  private boolean keepsEverything;
  private long noticedNanos;

  SimSettings(SimRedis redis, Schedule schedule, long ownershipMillis) {
    this.redis = redis;
    this.schedule = schedule;
    this.ownershipMillis = ownershipMillis;
  }

  void keepEverything() {
    keepsEverything = true;
    redis.set("appendonly", "yes");
    redis.set("appendfsync", "always");
  }

  /** Later writes may be lost, after every owner can have noticed the change. */
  void keepEverySecond() {
    keepsEverything = false;
    redis.set("appendfsync", "everysec");
    redis.sync();
    noticedNanos = schedule.now() + 2 * ownershipMillis * Schedule.MILLI + LOOKED_AT_NANOS;
    schedule.at(noticedNanos, redis::sync);
  }

  boolean everythingIsDurable() {
    return keepsEverything;
  }

  boolean everySecondIsNoticed() {
    return schedule.now() >= noticedNanos;
  }
}

package io.tenure.sim.redis;

/** An error reply in the words of Redis: its first word is the kind. */
public record SimRedisError(String message) {

  static final SimRedisError WRONG_TYPE =
      new SimRedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
}

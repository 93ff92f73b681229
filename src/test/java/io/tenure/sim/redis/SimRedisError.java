package io.tenure.sim.redis;

/** A reply that says what is wrong, as Redis words it: its first word is the kind. */
public record SimRedisError(String message) {

  static final SimRedisError WRONG_TYPE =
      new SimRedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
}

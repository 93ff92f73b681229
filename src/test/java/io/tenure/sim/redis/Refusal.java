package io.tenure.sim.redis;

/** Ends a command before it has done anything; its reply is the error. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reply;

  Refusal(String reply) {
    super(reply, null, false, false);
    this.reply = reply;
  }

  static Refusal wrongType() {
    return new Refusal(SimRedisError.WRONG_TYPE.message());
  }

  static Refusal notAnInteger() {
    return new Refusal("ERR value is not an integer or out of range");
  }

  SimRedisError reply() {
    return new SimRedisError(reply);
  }
}

package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/** A listener that needs more of an answer than its success. */
public interface Told {

  Told NONE = new Told() {};

  /** The rest of an answer in JSON, between the two positions. */
  default void answered(int message, int status, ByteBuffer in, int from, int to, long nowNanos) {}

  /** {@code status}: that of HTTP for such a refusal. */
  default void refused(int lease, int status) {}

  /** A push, from its name on. */
  default void pushed(ByteBuffer in, int from, int to, long nowNanos) {}
}

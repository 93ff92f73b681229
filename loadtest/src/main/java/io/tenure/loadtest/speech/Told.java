package io.tenure.loadtest.speech;

import java.nio.ByteBuffer;

/** Who wants to know more of what Tenure says than whether it was done. */
public interface Told {

  Told NOBODY = new Told() {};

  /** The rest of an answer in JSON, between the two places. */
  default void answered(int message, int status, ByteBuffer in, int from, int to, long nowNanos) {}

  /** {@code status}: that of HTTP for such a refusal. */
  default void refused(int lease, int status) {}

  /** A push, from its name on. */
  default void pushed(ByteBuffer in, int from, int to, long nowNanos) {}
}

package io.tenure.loadtest.net;

import java.nio.ByteBuffer;

/**
 * Encodes and decodes one protocol on one connection. The dialect and its caller agree on the
 * meaning of each message number; the answer to the {@code seq}th message is reported by that
 * number.
 */
public interface Dialect {

  /** Writes the opening of the conversation. */
  void greet(ByteBuffer out);

  /** Takes the answer to the greeting, if there is to be one; false while it is incomplete. */
  boolean greeted(ByteBuffer in, ByteBuffer out);

  /** False when there is no room for it now: nothing was sent. */
  boolean say(ByteBuffer out, int message, int seq);

  /** Takes all complete messages and leaves the rest. */
  void hear(ByteBuffer in, ByteBuffer out, Heard heard);
}

package io.tenure.loadtest.net;

import java.nio.ByteBuffer;

/**
 * How one protocol is spoken on one connection. What a message means is agreed between whoever
 * numbers them and the dialect; the answer to the {@code seq}th of them is told by that number.
 */
public interface Dialect {

  /** What opens the conversation. */
  void greet(ByteBuffer out);

  /** Takes the answer to the greeting, if there is to be one; false while it is not whole. */
  boolean greeted(ByteBuffer in, ByteBuffer out);

  /** False when there is no room for it now: nothing was said. */
  boolean say(ByteBuffer out, int message, int seq);

  /** Takes what is whole and leaves the rest. */
  void hear(ByteBuffer in, ByteBuffer out, Heard heard);
}

package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/** Sends bytes and expects the same bytes back: the cost of a frame without any work. */
public final class Echo extends WebSocket {

  private final byte[] masked;
  private final int operations;
  private int nextSeq;

  /** {@code operations}: the number that each frame represents. */
  public Echo(int bytes, int operations) {
    super("/", "");
    masked = new byte[bytes];
    this.operations = operations;
  }

  @Override
  public boolean say(ByteBuffer out, int message, int seq) {
    if (out.remaining() < Masked.HEAD_BYTES_MAX + masked.length) {
      return false;
    }
    Masked.head(out, Masked.BINARY, masked.length);
    out.put(masked);
    return true;
  }

  @Override
  protected void binary(ByteBuffer in, int from, int to, Heard heard) {
    if (to - from != masked.length) {
      throw new IllegalStateException("the echo has " + (to - from) + " bytes");
    }
    heard.answered(nextSeq++, operations, 0);
  }

  @Override
  protected void text(ByteBuffer in, int from, int to, Heard heard) {
    throw new IllegalStateException("the echo came as text");
  }
}

package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/** Frames of RFC 6455, as a client reads and answers them. */
public abstract class WebSocket implements Dialect {

  private static final byte[] END_OF_HEAD = Bytes.of("\r\n\r\n");
  private static final byte[] SWITCHING = Bytes.of("HTTP/1.1 101 ");
  private static final int OPCODE = 0x0f;
  private static final int LENGTH = 0x7f;
  private static final int TWO_BYTES = 126;
  private static final int EIGHT_BYTES = 127;

  private final byte[] greeting;

  WebSocket(String path, String subprotocol) {
    String offered = subprotocol.isEmpty() ? "" : "Sec-WebSocket-Protocol: " + subprotocol + "\r\n";
    greeting =
        Bytes.of(
            "GET "
                + path
                + " HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                + offered
                + "\r\n");
  }

  @Override
  public void greet(ByteBuffer out) {
    out.put(greeting);
  }

  @Override
  public boolean greeted(ByteBuffer in, ByteBuffer out) {
    int end = Bytes.after(in, in.position(), in.limit(), END_OF_HEAD);
    if (end < 0) {
      return false;
    }
    if (Bytes.after(in, in.position(), end, SWITCHING) < 0) {
      throw new IllegalStateException("the server refused a WebSocket");
    }
    in.position(end);
    return true;
  }

  @Override
  public void hear(ByteBuffer in, ByteBuffer out, Heard heard) {
    while (in.remaining() >= 2) {
      int from = in.position() + 2;
      long length = in.get(in.position() + 1) & LENGTH;
      if (length == TWO_BYTES) {
        from += 2;
        length = in.limit() < from ? Long.MAX_VALUE : in.getShort(from - 2) & 0xffff;
      } else if (length == EIGHT_BYTES) {
        from += 8;
        length = in.limit() < from ? Long.MAX_VALUE : in.getLong(from - 8);
      }
      if (in.limit() - from < length) {
        break;
      }
      int to = from + (int) length;
      int opcode = in.get(in.position()) & OPCODE;
      in.position(to);
      hear(opcode, in, from, to, out, heard);
    }
  }

  protected abstract void binary(ByteBuffer in, int from, int to, Heard heard);

  protected abstract void text(ByteBuffer in, int from, int to, Heard heard);

  private void hear(int opcode, ByteBuffer in, int from, int to, ByteBuffer out, Heard heard) {
    switch (opcode) {
      case 1 -> text(in, from, to, heard);
      case 2 -> binary(in, from, to, heard);
      case 9 -> pong(in, from, to, out);
      case 8 ->
          throw new IllegalStateException(
              "the server closed a stream with " + (to - from < 2 ? 0 : in.getShort(from)));
      default -> {
        // A pong without a ping.
      }
    }
  }

  private static void pong(ByteBuffer in, int from, int to, ByteBuffer out) {
    Masked.head(out, Masked.PONG, to - from);
    for (int at = from; at < to; at++) {
      out.put((byte) (in.get(at) ^ Masked.MASK));
    }
  }
}

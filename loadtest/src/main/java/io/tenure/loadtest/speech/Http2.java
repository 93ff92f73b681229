package io.tenure.loadtest.speech;

import io.tenure.loadtest.net.Dialect;
import io.tenure.loadtest.net.Heard;
import java.nio.ByteBuffer;

/**
 * A small part of HTTP/2 and gRPC, enough for a client that knows its server. It uses little of the
 * machine, so that the server and its other clients here lose nothing to it.
 */
public abstract class Http2 implements Dialect {

  static final int FRAME_HEAD_BYTES = 9;
  static final int GRPC_HEAD_BYTES = 5;
  static final int END_STREAM = 1;

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int INITIAL_WINDOW = 4;
  private static final int FIRST_WINDOW = 65_535;
  private static final int WINDOW = 1 << 30;
  private static final Heard NOT_YET =
      new Heard() {
        @Override
        public int messageOf(int seq) {
          throw new IllegalStateException("answered before it was asked");
        }

        @Override
        public long nowNanos() {
          throw new IllegalStateException("answered before it was asked");
        }

        @Override
        public void answered(int seq, int done, int refused) {
          throw new IllegalStateException("answered before it was asked");
        }
      };
  private static final byte[] PREFACE = Bytes.of("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

  private long mayBeSent = FIRST_WINDOW;
  private long streamMayBeSent = FIRST_WINDOW;
  private long mayBeHeard = WINDOW;
  private boolean settled;

  @Override
  public void greet(ByteBuffer out) {
    out.put(PREFACE);
    head(out, 6, SETTINGS, 0, 0);
    out.putShort((short) INITIAL_WINDOW).putInt(Integer.MAX_VALUE);
    head(out, 4, WINDOW_UPDATE, 0, 0);
    out.putInt(WINDOW - FIRST_WINDOW);
  }

  @Override
  public boolean greeted(ByteBuffer in, ByteBuffer out) {
    hear(in, out, NOT_YET);
    return settled;
  }

  /** One whole message of gRPC on a stream. */
  protected abstract void heard(int stream, ByteBuffer in, int from, int to, Heard heard);

  /** Opens a stream for {@code path}. */
  static void open(ByteBuffer out, int stream, String path) {
    byte[] name = Bytes.of(path);
    byte[] type = Bytes.of("application/grpc");
    byte[] te = Bytes.of("te");
    byte[] trailers = Bytes.of("trailers");
    byte[] authority = Bytes.of("localhost");
    int bytes = 2 + 2 + name.length + 2 + authority.length + 3 + type.length + 3 + 2 + 8;
    head(out, bytes, HEADERS, END_HEADERS, stream);
    out.put((byte) 0x83).put((byte) 0x86);
    out.put((byte) 0x04).put((byte) name.length).put(name);
    out.put((byte) 0x01).put((byte) authority.length).put(authority);
    out.put((byte) 0x0f).put((byte) 0x10).put((byte) type.length).put(type);
    out.put((byte) 0).put((byte) te.length).put(te).put((byte) trailers.length).put(trailers);
  }

  /** Begins a frame of data, if the server permits so much. */
  boolean begin(ByteBuffer out, int stream, int bytes, int flags, boolean longStream) {
    long may = longStream ? Math.min(mayBeSent, streamMayBeSent) : mayBeSent;
    if (may < bytes || out.remaining() < FRAME_HEAD_BYTES + bytes) {
      return false;
    }
    mayBeSent -= bytes;
    if (longStream) {
      streamMayBeSent -= bytes;
    }
    head(out, bytes, DATA, flags, stream);
    return true;
  }

  static void grpc(ByteBuffer out, int bytes) {
    out.put((byte) 0).putInt(bytes);
  }

  private static void head(ByteBuffer out, int bytes, int type, int flags, int stream) {
    out.put((byte) (bytes >>> 16)).putShort((short) bytes);
    out.put((byte) type).put((byte) flags).putInt(stream);
  }

  @Override
  public void hear(ByteBuffer in, ByteBuffer out, Heard heard) {
    while (in.remaining() >= FRAME_HEAD_BYTES) {
      int at = in.position();
      int length = (in.get(at) & 0xff) << 16 | in.getShort(at + 1) & 0xffff;
      int from = at + FRAME_HEAD_BYTES;
      if (in.limit() - from < length) {
        return;
      }
      in.position(from + length);
      frame(in, in.get(at + 3), in.get(at + 4), in.getInt(at + 5), from, length, out, heard);
    }
  }

  private void frame(
      ByteBuffer in,
      int type,
      int flags,
      int stream,
      int from,
      int length,
      ByteBuffer out,
      Heard heard) {
    switch (type) {
      case DATA -> data(in, stream, from, length, out, heard);
      case SETTINGS -> settings(in, flags, from, length, out);
      case WINDOW_UPDATE -> {
        if (stream == 0) {
          mayBeSent += in.getInt(from);
        } else {
          streamMayBeSent += in.getInt(from);
        }
      }
      case PING -> {
        if ((flags & ACK) == 0) {
          head(out, 8, PING, ACK, 0);
          out.putLong(in.getLong(from));
        }
      }
      case GOAWAY, RST_STREAM ->
          throw new IllegalStateException("the server ended stream " + stream + " of HTTP/2");
      default -> {
        // Heads of answers, and frames that may be ignored.
      }
    }
  }

  private void settings(ByteBuffer in, int flags, int from, int length, ByteBuffer out) {
    if ((flags & ACK) != 0) {
      return;
    }
    for (int at = from; at < from + length; at += 6) {
      if (in.getShort(at) == INITIAL_WINDOW) {
        streamMayBeSent += in.getInt(at + 2) - FIRST_WINDOW;
      }
    }
    head(out, 0, SETTINGS, ACK, 0);
    settled = true;
  }

  /** Servers of gRPC put whole messages into frames, as long as they are small. */
  private void data(ByteBuffer in, int stream, int from, int length, ByteBuffer out, Heard heard) {
    int at = from;
    while (at < from + length) {
      int bytes = in.getInt(at + 1);
      at += GRPC_HEAD_BYTES;
      if (at + bytes > from + length) {
        throw new IllegalStateException("a message of gRPC in several frames");
      }
      heard(stream, in, at, at + bytes, heard);
      at += bytes;
    }
    mayBeHeard -= length;
    if (mayBeHeard < WINDOW / 2) {
      head(out, 4, WINDOW_UPDATE, 0, 0);
      out.putInt((int) (WINDOW - mayBeHeard));
      mayBeHeard = WINDOW;
    }
  }
}

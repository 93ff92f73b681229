package io.tenure.loadtest.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * WebSocket connections with a client that costs as little as possible. It sends bytes made
 * beforehand and counts the bytes that come back. All on one thread.
 */
final class Pipes implements AutoCloseable {

  /** The limit of one read of all connections. */
  private static final int READ_BYTES = 1 << 21;

  private static final long PATIENCE_NANOS = 30_000_000_000L;

  private final class Pipe {
    final SocketChannel channel;
    final ByteBuffer partial;
    int at;

    Pipe(SocketChannel channel, int readBytes, int at) {
      this.channel = channel;
      partial = ByteBuffer.allocate(readBytes);
      this.at = at;
    }

    void send(int frames) throws IOException {
      for (int left = frames; left > 0; ) {
        int now = Math.min(left, asked.count() - at);
        ByteBuffer some = asked.bytes().duplicate();
        some.position(at * asked.frameBytes()).limit((at + now) * asked.frameBytes());
        while (some.hasRemaining()) {
          channel.write(some);
        }
        at = (at + now) % asked.count();
        left -= now;
      }
    }

    /** Returns how many answers have come. */
    int read() throws IOException {
      if (channel.read(partial) < 0) {
        throw new IOException("closed by the server");
      }
      partial.flip();
      int whole = partial.remaining() / answerBytes;
      for (int answer = 0; answer < whole && !echo; answer++) {
        if (partial.getShort(answer * answerBytes + Frames.FAILED_AT) != 0) {
          throw new IllegalStateException("a lease was not renewed");
        }
      }
      partial.position(whole * answerBytes);
      partial.compact();
      return whole;
    }
  }

  private final Frames asked;
  private final boolean echo;
  private final int answerBytes;
  private final Selector selector;
  private final List<Pipe> pipes = new ArrayList<>();

  /** {@code echo}: the other side sends back the bytes that it gets. */
  Pipes(int port, int connections, Frames asked, boolean echo) {
    this.asked = asked;
    this.echo = echo;
    answerBytes = echo ? asked.echoBytes() : Frames.ANSWER_BYTES;
    try {
      selector = Selector.open();
      for (int each = 0; each < connections; each++) {
        SocketChannel channel = connect(port, "tenure.v1.bin");
        if (!echo) {
          skipOpened(channel);
        }
        channel.configureBlocking(false);
        int from = (int) ((long) each * asked.count() / connections);
        Pipe pipe = new Pipe(channel, READ_BYTES / connections, from);
        channel.register(selector, SelectionKey.OP_READ, pipe);
        pipes.add(pipe);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static SocketChannel open(int port, String subprotocol) throws IOException {
    SocketChannel channel = connect(port, subprotocol);
    skipOpened(channel);
    return channel;
  }

  private static SocketChannel connect(int port, String subprotocol) throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    String request =
        "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            + "Connection: Upgrade\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + "Sec-WebSocket-Protocol: "
            + subprotocol
            + "\r\n\r\n";
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    ByteBuffer one = ByteBuffer.allocate(1);
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      if (channel.read(one.clear()) < 0) {
        throw new IOException("no stream at port " + port + ": " + head);
      }
      head.append((char) one.get(0));
    }
    if (!head.toString().startsWith("HTTP/1.1 101")) {
      throw new IOException("no stream at port " + port + ": " + head);
    }
    return channel;
  }

  /** Reads past the first push, which is shorter than 126 bytes. */
  private static void skipOpened(SocketChannel channel) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate(2);
    fill(channel, frame);
    fill(channel, ByteBuffer.allocate(frame.get(1)));
  }

  private static void fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new IOException("the stream was closed at once");
      }
    }
  }

  /** Sends so many frames, {@code depth} of each connection always on their way. */
  void run(long total, int depth) {
    try {
      long sent = 0;
      for (Pipe pipe : pipes) {
        pipe.send(depth);
        sent += depth;
      }
      long answered = 0;
      while (answered < sent) {
        select();
        for (SelectionKey key : selector.selectedKeys()) {
          Pipe pipe = (Pipe) key.attachment();
          int more = pipe.read();
          answered += more;
          int next = (int) Math.min(more, total - sent);
          if (next > 0) {
            pipe.send(next);
            sent += next;
          }
        }
        selector.selectedKeys().clear();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void select() throws IOException {
    if (selector.select(PATIENCE_NANOS / 1_000_000) == 0) {
      throw new IllegalStateException("no answer comes");
    }
  }

  @Override
  public void close() {
    try {
      for (Pipe pipe : pipes) {
        pipe.channel.close();
      }
      selector.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}

package io.tenure.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A server that sends the same words to every client. */
final class OtherServer implements AutoCloseable {

  private static final byte[] PIECE = new byte[16_384];

  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());

  private final Rest rest;
  private volatile boolean cut;

  /** The content that follows the words. */
  enum Rest {
    NOTHING,
    WITHOUT_END
  }

  OtherServer(String words) throws IOException {
    this(words, Rest.NOTHING);
  }

  OtherServer(String words, Rest rest) throws IOException {
    this.rest = rest;
    Thread speaker = new Thread(() -> speak(words.getBytes(StandardCharsets.ISO_8859_1)));
    speaker.setDaemon(true);
    speaker.start();
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
  }

  /** Whether a client closed its connection before it had read everything. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void close() throws IOException {
    server.close();
  }

  private void speak(byte[] words) {
    while (!server.isClosed()) {
      try (Socket socket = server.accept()) {
        socket.getInputStream().read(new byte[4_096]);
        socket.getOutputStream().write(words);
        while (rest == Rest.WITHOUT_END) {
          socket.getOutputStream().write(PIECE);
        }
      } catch (IOException gone) {
        cut = true;
      }
    }
  }
}

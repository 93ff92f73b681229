package io.tenure.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Says the same to everybody who comes. */
final class OtherServer implements AutoCloseable {

  private final ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());

  OtherServer(String words) throws IOException {
    Thread speaker = new Thread(() -> speak(words.getBytes(StandardCharsets.ISO_8859_1)));
    speaker.setDaemon(true);
    speaker.start();
  }

  String address() {
    return "127.0.0.1:" + server.getLocalPort();
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
      } catch (IOException gone) {
        // The next one, or the end.
      }
    }
  }
}

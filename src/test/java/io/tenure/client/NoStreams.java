package io.tenure.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A proxy before a server that does not pass WebSockets: never, not yet, or only for a short time.
 */
final class NoStreams implements AutoCloseable {

  private static final Pattern KEY = Pattern.compile("(?i)Sec-WebSocket-Key: (\\S+)");

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger refused = new AtomicInteger();
  private final int target;
  private volatile Streams streams = Streams.REFUSED;

  enum Streams {
    REFUSED,
    CUT,
    UNANSWERED,
    PASSED
  }

  NoStreams(int target) throws IOException {
    this.target = target;
    threads.execute(this::accept);
  }

  int port() {
    return server.getLocalPort();
  }

  int refused() {
    return refused.get();
  }

  NoStreams become(Streams next) {
    streams = next;
    return this;
  }

  @Override
  public void close() throws IOException {
    server.close();
    threads.shutdownNow();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket near = server.accept();
        threads.execute(() -> serve(near));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket near) {
    try (near;
        Socket far = new Socket(InetAddress.getLoopbackAddress(), target)) {
      InputStream in = near.getInputStream();
      String head = head(in);
      boolean asksForStream = head.startsWith("GET /v1/stream");
      if (asksForStream && streams != Streams.PASSED) {
        refused.incrementAndGet();
        refuse(head, in, near.getOutputStream());
        return;
      }
      // Otherwise the client could ask for its next stream over the same connection, without this
      // proxy seeing it.
      String passed = asksForStream ? head : head.replaceFirst("\r\n", "\r\nConnection: close\r\n");
      far.getOutputStream().write(passed.getBytes(StandardCharsets.ISO_8859_1));
      threads.execute(() -> pass(far, near));
      in.transferTo(far.getOutputStream());
    } catch (IOException gone) {
      // The connection of the other side has ended, too.
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("it ends within " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private void refuse(String head, InputStream in, OutputStream out) throws IOException {
    if (streams == Streams.REFUSED) {
      out.write("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    } else if (streams == Streams.UNANSWERED) {
      Matcher key = KEY.matcher(head);
      String accepted = key.find() ? accepted(key.group(1)) : "";
      String opened =
          "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              + "Sec-WebSocket-Protocol: tenure.v1.bin\r\nSec-WebSocket-Accept: "
              + accepted
              + "\r\n\r\n";
      out.write(opened.getBytes(StandardCharsets.US_ASCII));
      in.read();
    }
  }

  private static String accepted(String key) {
    try {
      byte[] both = (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.UTF_8);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(both));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.close();
    } catch (IOException gone) {
      // The connection of the other side has ended, too.
    }
  }
}

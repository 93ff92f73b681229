package io.tenure.client;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands before a server, as a proxy does that knows no WebSocket, or not yet. */
final class NoStreams implements AutoCloseable {

  private static final int LINE_MAX = 4_096;

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
      InputStream in = new BufferedInputStream(near.getInputStream());
      in.mark(LINE_MAX);
      String first = new String(in.readNBytes(20), StandardCharsets.US_ASCII);
      in.reset();
      if (first.startsWith("GET /v1/stream")) {
        if (streams != Streams.PASSED) {
          refused.incrementAndGet();
        }
        if (streams == Streams.REFUSED) {
          near.getOutputStream().write("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n".getBytes());
          return;
        } else if (streams == Streams.CUT) {
          return;
        }
      }
      threads.execute(() -> pass(far, near));
      in.transferTo(far.getOutputStream());
    } catch (IOException gone) {
      // So is the other side.
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.close();
    } catch (IOException gone) {
      // So is the other side.
    }
  }
}

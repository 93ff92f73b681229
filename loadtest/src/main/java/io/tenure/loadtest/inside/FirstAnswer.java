package io.tenure.loadtest.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Measures {@code ./tenure serve} on a built tree, with a Redis of its own and no data yet. */
final class FirstAnswer {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long ASK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private FirstAnswer() {}

  /** From its start to its first grant. */
  static double seconds() {
    try {
      Path data = Files.createTempDirectory("tenure-first");
      int port = freePort();
      HttpClient client = HttpClient.newHttpClient();
      HttpRequest acquire =
          HttpRequest.newBuilder(
                  URI.create(
                      "http://127.0.0.1:" + port + "/v1/leases?key=first&holder=lines&ttl=30s"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      long begun = System.nanoTime();
      Process server =
          new ProcessBuilder(
                  "./tenure", "serve", "--port", Integer.toString(port), "--data", data.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        while (!granted(client, acquire)) {
          if (!server.isAlive() || System.nanoTime() - begun > PATIENCE_NANOS) {
            throw new IllegalStateException("it does not answer");
          }
          LockSupport.parkNanos(ASK_EVERY_NANOS);
        }
        return (System.nanoTime() - begun) / 1e9;
      } finally {
        server.destroy();
        server.onExit().join();
        delete(data);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static boolean granted(HttpClient client, HttpRequest acquire) {
    try {
      return client.send(acquire, HttpResponse.BodyHandlers.discarding()).statusCode() == 201;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      paths.sorted(Comparator.reverseOrder()).forEach(path -> path.toFile().delete());
    }
  }
}

package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.Ports;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what clients with too many connections leave to others, and to operators. */
@RealMachine
final class OpsPortTest {

  private static final String ABUSIVE = "127.0.0.2";
  private static final String OTHER = "127.0.0.3";

  /** A stream is never idle, so it gives way to no other connection. */
  private static final String STREAM =
      "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

  private static final String REFUSED = "closed";

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Socket> open = new ArrayList<>();

  @TempDir Path directory;

  @AfterEach
  void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
  }

  @Test
  void oneAddressCannotTakeAllConnections() throws Exception {
    try (Served server = serve("--http-connections", "8").open()) {
      int port = URI.create(server.url()).getPort();
      List<String> taken = streams(port, ABUSIVE, 12);

      assertEquals(7, taken.stream().filter("HTTP/1.1 101"::equals).count(), taken.toString());
      assertEquals(5, taken.stream().filter(REFUSED::equals).count(), taken.toString());
      assertEquals(List.of("HTTP/1.1 101"), streams(port, OTHER, 1));
      assertTrue(
          server.said("refuses connections of 127.0.0.2: it has 7 open"), server.err().toString());
    }
  }

  @Test
  void operatorsAreAnsweredWhenClientsHaveTakenAllConnections() throws Exception {
    int ops = Ports.free();
    try (Served server = serve("--http-connections", "8", "--ops-port", "" + ops).open()) {
      int port = URI.create(server.url()).getPort();
      assertEquals(201, server.send("POST", "/v1/leases?key=a&holder=b&ttl=30s").statusCode());
      streams(port, ABUSIVE, 7);
      streams(port, OTHER, 7);
      assertEquals(List.of(REFUSED), streams(port, "127.0.0.4", 1));

      assertTrue(server.said("ops    http://127.0.0.1:" + ops + "/ui/"), server.out().toString());
      assertEquals(200, ask(ops, "GET", "/livez").statusCode());
      assertEquals(200, ask(ops, "GET", "/readyz").statusCode());
      assertEquals(200, ask(ops, "GET", "/ui/").statusCode());
      String metrics = ask(ops, "GET", "/metrics").body();
      assertTrue(metrics.contains("\ntenure_connections 8\n"), metrics);
      assertTrue(metrics.matches("(?s).*\ntenure_connections_refused_total [1-9].*"), metrics);
      assertEquals(404, ask(ops, "POST", "/v1/leases?key=c&holder=b&ttl=30s").statusCode());
      assertEquals(404, ask(ops, "GET", "/v1/stream").statusCode());
      assertEquals(200, ask(ops, "DELETE", "/v1/keys/a?reason=test").statusCode());
    }
  }

  private Served serve(String... words) {
    List<String> all = new ArrayList<>(List.of("--store", "memory", "--http-names", "any"));
    all.addAll(List.of(words));
    return new Served(directory.resolve("data"), all.toArray(String[]::new));
  }

  private HttpResponse<String> ask(int port, String method, String path) throws Exception {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Opens streams from an address of this machine, and returns how each is answered. */
  private List<String> streams(int port, String from, int count) throws IOException {
    List<String> answers = new ArrayList<>();
    for (int each = 0; each < count; each++) {
      Socket socket = new Socket(loopback("127.0.0.1"), port, loopback(from), 0);
      socket.setSoTimeout(20_000);
      open.add(socket);
      answers.add(answer(socket));
    }
    return answers;
  }

  private static String answer(Socket socket) {
    try {
      socket.getOutputStream().write(STREAM.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      String status = new String(in.readNBytes(12), StandardCharsets.US_ASCII);
      return status.isEmpty() ? REFUSED : status;
    } catch (IOException closed) {
      return REFUSED;
    }
  }

  private static InetAddress loopback(String address) throws IOException {
    return InetAddress.getByName(address);
  }
}

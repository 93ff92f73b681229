package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.machine.Ports;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that no call hangs when the other side does not answer. */
@RealMachine
class CliSilenceTest {

  private static final List<String> ALL =
      List.of(
          "acquire k",
          "renew AC4AAAAA2HKxYwWa9_3MX892yVySESxXUA",
          "release AC4AAAAA2HKxYwWa9_3MX892yVySESxXUA",
          "get k",
          "ls",
          "watch",
          "break k",
          "fence f 1",
          "elect k",
          "top --once",
          "hold k -- true",
          "hold k --wait 60s -- true");

  /** The time in addition to the timeout, for a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void nobodyListens() throws IOException {
    assertUnreachable(Ports.free());
  }

  @Test
  void itListensAndAcceptsNobody() throws IOException {
    List<Socket> before = new ArrayList<>();
    try (ServerSocket blackHole = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (int at = 0; at < 4; at++) {
        Socket socket = new Socket();
        before.add(socket);
        try {
          socket.connect(blackHole.getLocalSocketAddress(), 50);
        } catch (IOException full) {
          break;
        }
      }
      assertUnreachable(blackHole.getLocalPort());
    } finally {
      for (Socket socket : before) {
        socket.close();
      }
    }
  }

  @Test
  void itAcceptsAndNeverAnswers() throws IOException {
    try (Mute server = new Mute("")) {
      assertUnreachable(server.port());
    }
  }

  @Test
  void itStopsInTheMiddleOfAnAnswer() throws IOException {
    String half =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{";
    try (Mute server = new Mute(half)) {
      assertUnreachable(server.port());
    }
  }

  @Test
  void itIsNoTenure() throws IOException {
    try (Mute server = new Mute("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")) {
      Cli cli = new Cli("http://127.0.0.1:" + server.port());
      assertEquals(ExitCode.UNAVAILABLE, cli.run("get", "k", "--timeout", "30s"));
      assertTrue(cli.err().contains("is no Tenure server"), cli.err());
    }
  }

  @Test
  void itSaysThatSomebodyHoldsItAndNothingMore() throws IOException {
    String held =
        """
        {"type":"urn:tenure:problem:held","title":"","status":409,"detail":"","code":"HELD",\
        "retryable":true,"holder":"ben","token":7,"since":"2026-11-18T03:00:00Z",\
        "remainingMs":9000}\
        """;
    String refusal =
        "HTTP/1.1 409 Conflict\r\nContent-Length: " + held.length() + "\r\n\r\n" + held;
    try (Mute server = new Mute(refusal)) {
      Cli cli = new Cli("http://127.0.0.1:" + server.port());

      assertEquals(ExitCode.HELD, cli.run("acquire", "k", "--timeout", "30s"));

      for (String fact : List.of("ben", "token 7", "since      2026-11-18T03:00:00Z (", "9.0s")) {
        assertTrue(cli.err().contains(fact), fact + " is missing in " + cli.err());
      }
      cli.run("acquire", "k", "--json", "--timeout", "30s");
      assertTrue(cli.err().contains("\"since\":\"2026-11-18T03:00:00Z\""), cli.err());
    }
  }

  private static void assertUnreachable(int port) {
    for (String words : ALL) {
      Cli cli = new Cli("http://127.0.0.1:" + port);
      String[] all = words.replaceFirst("^(\\w+)", "$1 --timeout 200ms").split(" ");
      int code = assertTimeoutPreemptively(PATIENCE, () -> cli.run(all), words);
      assertEquals(ExitCode.UNAVAILABLE, code, words + ": " + cli.err());
      assertTrue(cli.err().contains("tenure: "), cli.err());
      assertEquals("", cli.out(), words);
    }
  }

  /** Accepts every connection, sends one text, and never closes. */
  private static final class Mute implements AutoCloseable {

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> accepted = new ArrayList<>();

    Mute(String says) throws IOException {
      Thread accepts =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Socket one = socket.accept();
                    accepted.add(one);
                    one.getInputStream().read();
                    one.getOutputStream().write(says.getBytes(StandardCharsets.US_ASCII));
                  }
                } catch (IOException closed) {
                  // The test is over.
                }
              },
              "mute");
      accepts.setDaemon(true);
      accepts.start();
    }

    int port() {
      return socket.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      socket.close();
      for (Socket one : accepted) {
        one.close();
      }
    }
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;
import io.tenure.machine.RealMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks that clients that misbehave are refused, and that well-behaved clients still get answers.
 */
@RealMachine
final class AbuseTest {

  private static final String GET = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final int CONNECTIONS = 40;

  /**
   * The longest delay by the clock and by processor time, so that other processes do not count. Two
   * cores are shared with the abuse itself: the limit is no measurement and only rules out a
   * standstill.
   */
  private static final long WORST_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final OperatingSystemMXBean PROCESS =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private static final AtomicBoolean over = new AtomicBoolean();
  private static OpenDoor door;
  private static CompletableFuture<Long> wellBehaved;

  @BeforeAll
  static void open() throws Exception {
    door =
        new OpenDoor(
            HttpOptions.DEFAULT.withLimits(
                HttpLimits.DEFAULT
                    .withConnections(CONNECTIONS, CONNECTIONS)
                    .withTimes(2_000, 60_000, 2_000, 2_000)));
    wellBehaved = OpenDoor.aside(AbuseTest::worstNanos);
  }

  @AfterAll
  static void close() throws Exception {
    over.set(true);
    long worst = wellBehaved.get(20, TimeUnit.SECONDS);
    door.close();
    assertTrue(worst < WORST_NANOS, worst + " ns");
  }

  /** Acquires and releases all the time, and returns the longest delay. */
  private static long worstNanos() {
    long worst = 0;
    try {
      while (!over.get()) {
        long begun = System.nanoTime();
        long begunCpu = PROCESS.getProcessCpuTime();
        Told granted = door.acquire("good/" + begun);
        assertEquals(201, granted.status());
        assertEquals(200, door.delete("/v1/leases/" + granted.text("leaseId")).status());
        long took = Math.min(System.nanoTime() - begun, PROCESS.getProcessCpuTime() - begunCpu);
        worst = Math.max(worst, took);
      }
      return worst;
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  @Test
  void headersThatTrickleAreNotWaitedFor() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, "GET /livez HTTP/1.1\r\n");
      socket.setSoTimeout(20);
      OpenDoor.until(() -> !trickles(socket));
    }
  }

  @Test
  void aHandshakeThatTricklesIsNotWaitedFor() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n");
      socket.setSoTimeout(20);
      OpenDoor.until(() -> !trickles(socket));
    }
  }

  @Test
  void aBodyThatTricklesIsNotWaitedFor() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, post("", 100) + "{\"key\":");
      Raw.Answer answer = Raw.answer(socket);
      assertEquals(408, answer.status());
      assertTrue(answer.body().contains("\"TIMEOUT\""));
      assertTrue(Raw.closed(socket));
    }
  }

  @Test
  void headersAndAddressesThatAreTooLongAreRefused() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, "GET /livez HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n");
      assertEquals(431, Raw.answer(socket).status());
    }
    try (Socket socket = door.socket()) {
      Raw.send(socket, "GET /" + "x".repeat(20_000) + " HTTP/1.1\r\n\r\n");
      Raw.Answer answer = Raw.answer(socket);
      assertEquals(414, answer.status());
      assertTrue(answer.head().contains("application/problem+json"));
    }
  }

  @Test
  void whatIsNoHttpIsRefused() throws Exception {
    for (String nonsense : List.of("\u0016\u0003\u0001\r\n\r\n", "hello\r\n\r\n", "GET\r\n\r\n")) {
      try (Socket socket = door.socket()) {
        Raw.send(socket, nonsense);
        assertEquals(400, Raw.answer(socket).status(), nonsense);
      }
    }
  }

  @Test
  void aBodyThatIsTooLargeIsRefusedAndTheConnectionStaysUsable() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, post("", 100_000) + "x".repeat(100_000));
      Raw.Answer answer = Raw.answer(socket);
      assertEquals(413, answer.status());
      assertTrue(answer.body().contains("\"field\":\"body\""));
      Raw.send(socket, GET);
      assertEquals(200, Raw.answer(socket).status());
      Raw.send(socket, post("Expect: 100-continue\r\n", 100_000));
      assertEquals(413, Raw.answer(socket).status());
    }
  }

  @Test
  void aBodyWithoutEndIsNotReadForEver() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(
          socket,
          "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "10000\r\n" + "x".repeat(65_536) + "\r\n";
      OpenDoor.until(() -> !accepts(socket, chunk));
    }
  }

  @Test
  void whatIsNoJsonOrNoUtf8IsRefusedAndTheConnectionStaysUsable() throws Exception {
    try (Socket socket = door.socket()) {
      for (String body :
          List.of("{", "{\"key\":\"\u00ff\"}", "[]", "{\"a\":" + "[".repeat(9_000), "\u0000")) {
        Raw.send(socket, post("", body.length()) + body);
        Raw.Answer answer = Raw.answer(socket);
        assertEquals(400, answer.status(), body);
        assertTrue(answer.body().contains("\"INVALID\""));
      }
      Raw.send(socket, GET);
      assertEquals(200, Raw.answer(socket).status());
    }
  }

  @Test
  void bytesThatAreNotAsciiInAnAddressAreRefusedNotReplaced() throws Exception {
    try (Socket socket = door.socket()) {
      Raw.send(socket, "GET /v1/keys/\u00c3\u00a9 HTTP/1.1\r\nHost: localhost\r\n\r\n");
      Raw.Answer answer = Raw.answer(socket);
      assertTrue(
          answer.status() == 400 || answer.body().contains("\"key\":\"\u00e9\""), answer.body());
    }
  }

  @Test
  void requestsInARowAreAnsweredInOrder() throws Exception {
    try (Socket socket = door.socket()) {
      StringBuilder requests = new StringBuilder();
      for (int key = 0; key < 100; key++) {
        requests
            .append("GET /v1/keys/row/")
            .append(key)
            .append(" HTTP/1.1\r\nHost: localhost\r\n\r\n");
      }
      Raw.send(socket, requests.toString());
      for (int key = 0; key < 100; key++) {
        assertTrue(Raw.answer(socket).body().contains("\"row/" + key + "\""));
      }
    }
  }

  @Test
  void whoAsksAndAsksAndNeverReadsIsCutAndCostsLittle() throws Exception {
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4_096);
      socket.connect(new InetSocketAddress("127.0.0.1", door.port()));
      Living living = new Living();
      CompletableFuture<Boolean> cut = OpenDoor.aside(() -> isCutWhoAsks(socket));
      living.assertLittleMoreUntil(cut);
      assertTrue(cut.get());
    }
  }

  private static boolean isCutWhoAsks(Socket socket) {
    String requests = "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200);
    try {
      for (int round = 0; round < 10_000; round++) {
        Raw.send(socket, requests);
      }
      return false;
    } catch (IOException cut) {
      return true;
    }
  }

  /** Sends a header, and waits a short time for the answer. */
  private static boolean trickles(Socket socket) {
    try {
      Raw.send(socket, "X: a\r\n");
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException stillOpen) {
      return true;
    } catch (IOException closed) {
      return false;
    }
  }

  private static boolean accepts(Socket socket, String bytes) {
    try {
      socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return socket.getInputStream().available() == 0;
    } catch (IOException closed) {
      return false;
    }
  }

  private static String post(String headers, int length) {
    return "POST /v1/leases HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + headers
        + "Content-Length: "
        + length
        + "\r\n\r\n";
  }
}

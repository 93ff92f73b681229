package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks the limit of connections, and which connections give way to new ones. */
final class ConnectionLimiterTest {

  /** The event loops take the connections in turn. */
  private static final int LOOPS = VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE;

  private static final int MAX = 5 * LOOPS;

  private static final String GET = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String STREAM =
      "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
          + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

  /** An empty masked ping of RFC 6455, and its pong. */
  private static final byte[] PING = {(byte) 0x89, (byte) 0x80, 1, 2, 3, 4};

  private static final int PONG = 0x8a;

  private final List<Socket> open = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // Each test opens its own.
  private OpenDoor door;

  /** The cut of an idle connection comes too late to make room here. */
  private void openDoor() throws Exception {
    HttpLimits limits = HttpLimits.DEFAULT.withConnections(MAX, MAX);
    door =
        new OpenDoor(
            HttpOptions.DEFAULT.withLimits(limits.withTimes(60_000, 60_000, 10_000, 30_000)));
  }

  @AfterEach
  void close() throws Exception {
    for (Socket socket : open) {
      socket.close();
    }
    door.close();
  }

  @Test
  void strangersMakeRoomOldestFirstAndStreamsDoNot() throws Exception {
    openDoor();
    Socket stream = stream();
    List<Socket> strangers = new ArrayList<>();
    for (int at = 1; at < MAX; at++) {
      strangers.add(stranger());
    }
    OpenDoor.until(() -> door.connections.open() == MAX);

    for (int loop = 0; loop < LOOPS; loop++) {
      strangers.add(stranger());
    }
    for (Socket oldest : strangers.subList(0, LOOPS)) {
      assertTrue(Raw.closed(oldest));
    }
    for (Socket later : strangers.subList(LOOPS, strangers.size())) {
      assertOpen(later);
    }

    for (int at = 0; at < 10 * MAX; at++) {
      strangers.add(stranger());
      assertTrue(door.connections.open() <= MAX, door.connections.open() + " are open");
    }
    for (Socket left : strangers.subList(LOOPS, strangers.size() - MAX)) {
      assertTrue(Raw.closed(left));
    }
    stream.getOutputStream().write(PING);
    assertEquals(PONG, stream.getInputStream().read());
  }

  /** The connections are streams, which never make room; all streams of one loop have closed. */
  @Test
  void whatOneLoopHasLeftOthersMayTake() throws Exception {
    openDoor();
    List<Socket> streams = new ArrayList<>();
    for (int at = 0; at < MAX; at++) {
      streams.add(stream());
    }
    int left = 0;
    for (int at = 0; at < MAX; at += LOOPS) {
      streams.get(at).close();
      left++;
    }
    int present = MAX - left;
    OpenDoor.until(() -> door.connections.open() == present);

    for (int at = 0; at < left; at++) {
      Socket one = stranger();
      Raw.send(one, GET);
      assertEquals(200, Raw.answer(one).status());
    }
  }

  private Socket stranger() throws Exception {
    Socket socket = door.socket();
    open.add(socket);
    return socket;
  }

  private Socket stream() throws Exception {
    Socket socket = stranger();
    Raw.send(socket, STREAM);
    assertEquals(101, Raw.answer(socket).status());
    readOpened(socket.getInputStream());
    return socket;
  }

  /** The first push, which is shorter than 126 bytes. */
  private static void readOpened(InputStream in) throws IOException {
    assertEquals(0x81, in.read());
    in.skipNBytes(in.read());
  }

  private static void assertOpen(Socket socket) throws Exception {
    socket.setSoTimeout(1);
    assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
    socket.setSoTimeout(20_000);
  }
}

package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.Socket;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that the server and any proxy before it agree on where one request ends and the next
 * begins.
 */
final class SmugglingTest {

  private static final int ANSWERED_WITHIN_MILLIS = 20_000;

  /** The characters that RFC 9110 allows in a name besides letters and digits. */
  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private static final String HIDDEN = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor();
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  /** CVE-2026-102479: Vert.x did not check the byte after the hyphen. */
  private static List<String> lookAlikes() {
    return IntStream.rangeClosed('!', '~')
        .filter(mark -> Character.isLetterOrDigit(mark) || MARKS.indexOf(mark) >= 0)
        .filter(mark -> mark != 'L' && mark != 'l')
        .mapToObj(mark -> "ontent-" + (char) mark + "ength")
        .flatMap(name -> Stream.of("C" + name, "c" + name))
        .toList();
  }

  @Test
  void whatOnlyLooksLikeALengthHidesNoRequest() throws Exception {
    try (Socket socket = connect()) {
      for (String name : lookAlikes()) {
        Raw.send(socket, renewal(name) + HIDDEN);

        assertEquals(404, Raw.answer(socket).status(), name);
        assertEquals(200, Raw.answer(socket).status(), name);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Content-Length", "content-length", "CONTENT-LENGTH", "cOnTeNt-lEnGtH"})
  void aLengthCountsHoweverItIsSpelled(String name) throws Exception {
    try (Socket socket = connect()) {
      Raw.send(socket, renewal(name) + HIDDEN + "GET /nowhere HTTP/1.1\r\nHost: localhost\r\n\r\n");

      assertEquals(400, Raw.answer(socket).status());
      assertEquals(404, Raw.answer(socket).status());
    }
  }

  private static String renewal(String lengthName) {
    return "POST /v1/leases/none/renew HTTP/1.1\r\nHost: localhost\r\n"
        + ("Content-Type: application/json\r\n" + lengthName + ": " + HIDDEN.length())
        + "\r\n\r\n";
  }

  private static Socket connect() throws Exception {
    Socket socket = new Socket("127.0.0.1", door.port());
    socket.setSoTimeout(ANSWERED_WITHIN_MILLIS);
    return socket;
  }
}

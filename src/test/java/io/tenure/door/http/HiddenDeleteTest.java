package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.door.Caller;
import io.tenure.door.GatewayOptions;
import io.tenure.door.OperatorAudit;
import io.tenure.shard.call.CallResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that no DELETE gets past a proxy that forbids it, hidden in requests that only a careless
 * parser of headers takes for others (CVE-2026-102479).
 */
final class HiddenDeleteTest {

  private static final String LENGTH = "Content-Length";
  private static final String ENCODING = "Transfer-Encoding";

  private static final int OK = 200;

  /** So many fit into the answers that may wait unread on one connection. */
  private static final int NAMES_AT_ONCE = 3;

  /** What RFC 9110 allows in a name besides letters and digits. */
  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private static final String POST =
      "POST /v1/leases/none/renew HTTP/1.1\r\nHost: localhost\r\n"
          + "Content-Type: application/json\r\n";
  private static final String DELETE = "DELETE /v1/keys/prize HTTP/1.1\r\nHost: localhost\r\n\r\n";
  private static final String LAST = "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n";

  /** The second of two POSTs, with a DELETE for its body. */
  private static final String COVER = POST + LENGTH + ": " + DELETE.length() + "\r\n\r\n";

  private static final String CHUNKS = "0\r\n\r\n" + DELETE;

  private static final List<Operation> ACTS = new CopyOnWriteArrayList<>();

  private static OpenDoor door;
  private static ForbiddingProxy proxy;

  @BeforeAll
  static void open() throws Exception {
    OperatorAudit audit =
        new OperatorAudit() {
          @Override
          public void acted(Caller caller, OperatorRequest request, CallResult answer) {
            ACTS.add(Operation.BREAK);
          }

          @Override
          public void forbade(Caller caller, Operation operation, String name) {
            ACTS.add(operation);
          }
        };
    door = new OpenDoor(GatewayOptions.DEFAULT.withAudit(audit));
    proxy = new ForbiddingProxy(door);
    assertEquals(201, door.post("/v1/leases?key=prize&holder=anna&ttl=1h", null).status());
  }

  @BeforeEach
  void forgetActs() {
    ACTS.clear();
  }

  @AfterAll
  static void close() throws Exception {
    assertEquals(true, door.get("/v1/keys/prize").body().get("held"));
    proxy.close();
    door.close();
  }

  /** Takes the DELETE for a request of its own if the header counts as the length. */
  private static String behindCover(String header) {
    return POST + header + "\r\n\r\n" + COVER + DELETE;
  }

  /** Takes the DELETE for a request of its own if the header counts instead of the length. */
  private static String inBody(String header, String body) {
    return POST + LENGTH + ": " + body.length() + "\r\n" + header + "\r\n\r\n" + body;
  }

  /** Returns the three forms of the attack. */
  private static List<String> attacks(String lengthName, String encodingName) {
    return List.of(
        behindCover(lengthName + ": " + COVER.length()),
        inBody(lengthName + ": 0", DELETE),
        inBody(encodingName + ": chunked", CHUNKS));
  }

  private static void attack(String lengthName, String encodingName) throws Exception {
    for (String form : attacks(lengthName, encodingName)) {
      hidesNothing(form, lengthName + " or " + encodingName);
    }
  }

  /** The server may refuse the request and close, or answer as many requests as the proxy saw. */
  private static void hidesNothing(String attack, String what) throws Exception {
    String bytes = attack + LAST;
    List<Integer> statuses = proxy.pass(bytes);
    boolean closed = statuses.size() < ForbiddingProxy.permitted(bytes);
    int last = statuses.get(statuses.size() - 1);

    assertEquals(List.of(), ACTS, what);
    assertTrue(closed ? last >= 400 : last == OK, what + " " + statuses);
    assertTrue(
        statuses.subList(0, statuses.size() - 1).stream().allMatch(each -> each >= 400),
        what + " " + statuses);
  }

  /** Returns the name with each byte that makes it another name, at each position. */
  private static List<String> damaged(String name) {
    List<String> damaged = new ArrayList<>();
    for (int at = 0; at < name.length(); at++) {
      for (char wrong = 0; wrong < 0x80; wrong++) {
        if (isOfName(wrong)
            && Character.toLowerCase(wrong) != Character.toLowerCase(name.charAt(at))) {
          damaged.add(with(name, at, wrong));
        }
      }
    }
    return damaged;
  }

  /**
   * Returns the name with bytes that no name may have: all of them behind the hyphen, and at each
   * position those that a comparison takes for the right one if it leaves out a bit. The server
   * closes the connection after each, so that all bytes at all positions would take long.
   */
  private static List<String> broken(String name) {
    List<String> broken = new ArrayList<>();
    for (int at = 0; at < name.length(); at++) {
      boolean behindHyphen = at > 0 && name.charAt(at - 1) == '-';
      for (char wrong = 0; wrong <= 0xff; wrong++) {
        boolean similar =
            Integer.bitCount(wrong ^ name.charAt(at)) == 1
                || Integer.bitCount(wrong ^ Character.toLowerCase(name.charAt(at))) == 1;
        if (!isOfName(wrong) && (behindHyphen || similar)) {
          broken.add(with(name, at, wrong));
        }
      }
    }
    return broken;
  }

  private static String with(String name, int at, char wrong) {
    return name.substring(0, at) + wrong + name.substring(at + 1);
  }

  private static boolean isOfName(char sign) {
    return sign < 0x80 && (Character.isLetterOrDigit(sign) || MARKS.indexOf(sign) >= 0);
  }

  /** Among them are the 75 names that Vert.x took for the length. */
  @Test
  void aNameWithOneWrongCharacterIsAnotherName() throws Exception {
    List<String> lengths = damaged(LENGTH);
    List<String> encodings = damaged(ENCODING);
    assertEquals(75, lengths.stream().filter(name -> name.matches("Content-.ength")).count());

    for (int from = 0; from < encodings.size(); from += NAMES_AT_ONCE) {
      StringBuilder attack = new StringBuilder();
      List<String> names = new ArrayList<>();
      for (int each = from; each < Math.min(encodings.size(), from + NAMES_AT_ONCE); each++) {
        names.add(lengths.get(each % lengths.size()));
        names.add(encodings.get(each));
        attacks(lengths.get(each % lengths.size()), encodings.get(each)).forEach(attack::append);
      }
      hidesNothing(attack.toString(), names.toString());
    }
  }

  @Test
  void aByteThatNoNameMayHaveHidesNothing() throws Exception {
    for (String name : broken(LENGTH)) {
      hidesNothing(behindCover(name + ": " + COVER.length()), name);
    }
    for (String name : broken(ENCODING)) {
      hidesNothing(inBody(name + ": chunked", CHUNKS), name);
    }
  }

  @Test
  void neitherDoSpacesNorControlCharactersAroundAName() throws Exception {
    for (String extra : List.of(" ", "\t", "\0", "\u000b", "\f", "\u007f", "\u00a0", "_")) {
      attack(extra + LENGTH, extra + ENCODING);
      attack(LENGTH + extra, ENCODING + extra);
      attack(LENGTH.replace("-", "-" + extra), ENCODING.replace("-", "-" + extra));
      attack(LENGTH.replace("-", extra), ENCODING.replace("-", extra));
    }
    attack("X: y\r" + LENGTH, "X: y\r" + ENCODING);
    attack("X-" + LENGTH, "X-" + ENCODING);
    attack("Content--Length", "Transfer--Encoding");
  }

  @Test
  void neitherDoValuesThatTheProxyDoesNotKnow() throws Exception {
    int length = COVER.length();
    for (String value :
        List.of("+" + length, "0x" + Integer.toHexString(length), length + "," + length, "-0")) {
      hidesNothing(behindCover(LENGTH + ": " + value), value);
    }
    for (String value :
        List.of("xchunked", "chunke", "\"chunked\"", "\u000bchunked", "chunked\0", "identity")) {
      hidesNothing(inBody(ENCODING + ": " + value, CHUNKS), value);
    }
  }

  @Test
  void theProxyForbidsADeleteThatItSees() {
    assertThrows(IllegalArgumentException.class, () -> proxy.pass(DELETE));
    String seen = POST + LENGTH + ": 0\r\n\r\n" + DELETE;
    assertThrows(IllegalArgumentException.class, () -> proxy.pass(seen));
    assertEquals(2, ForbiddingProxy.permitted(behindCover("X: y")));
    assertEquals(1, ForbiddingProxy.permitted(inBody("X: y", CHUNKS)));
  }
}

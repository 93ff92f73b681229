package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.door.ConnectionLossFeed;
import io.tenure.door.http.OpenDoor;
import io.tenure.wire.RenewalFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks the examples of {@code docs/stream.md} with a real server. */
final class StreamPageTest {

  private static final int EXAMPLES = 4;
  private static final String REQUEST = "    -> ";
  private static final String MESSAGE = "    <- ";
  private static final Pattern LEASE_ID = Pattern.compile("\"leaseId\":\"([\\w-]{34})\"");

  private static List<String> page;
  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    page = Files.readAllLines(Path.of("docs/stream.md"));
    door = new OpenDoor(StreamLimits.DEFAULT);
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void everyExampleIsAnsweredAsItSays() throws Exception {
    List<List<String>> examples = examples();
    assertEquals(EXAMPLES, examples.size());
    for (List<String> example : examples) {
      try (Talker talker = new Talker(door)) {
        play(example, talker);
      }
    }
  }

  @Test
  void theBytesAreThoseOfTheServer() throws Exception {
    List<String> ids = page.stream().filter(line -> line.startsWith("    leaseId  ")).toList();
    ids = ids.stream().map(line -> line.substring(13)).toList();
    assertEquals(2, ids.size());
    assertArrayEquals(bytes("    request  "), CompactFrames.renew(7, ids));
    try (Talker talker = Talker.binary(door)) {
      String real = talker.acquire("page/real").text("leaseId");
      talker.write(0x82, CompactFrames.renew(7, List.of(real, ids.get(1))));

      assertArrayEquals(bytes("    answer   "), talker.answeredBinary());
    }
  }

  @Test
  void everyOpAndItsFieldsAreThere() {
    for (Operation operation : Operation.ofWire()) {
      String row = row("| `" + operation.spelling() + "` |");
      operation.fields().forEach(field -> assertTrue(row.contains("`" + field + "`"), row + field));
    }
  }

  @Test
  void everyCodeIsThere() {
    for (int code = RenewalFrame.NOT_FOUND; code <= RenewalFrame.BUSY; code++) {
      String row = row("| " + code + " | `");
      assertTrue(row.contains("`" + RenewalFrame.meaning(code) + "`"), row);
    }
  }

  @Test
  void theLimitsAreTheStandard() {
    StreamLimits limits = StreamLimits.DEFAULT;
    int most = (limits.frameBytes() - RenewalFrame.HEAD_BYTES) / RenewalFrame.ENTRY_BYTES;
    assertTrue(row("| 2 | 2 | count").contains("which is %,d unless".formatted(most)));
    says("a message", limits.frameBytes() / 1_024 + " KiB");
    says("requests", "%,d".formatted(limits.inFlight()));
    says("compact renewals", "%,d".formatted(StreamRenewals.UNDER_WAY_MAX));
    says("watches", "" + limits.watches());
    says("leases of which", "%,d".formatted(ConnectionLossFeed.KEPT_MAX));
    says("losses in one push", "" + ConnectionLossFeed.TOGETHER_MAX);
    says("... half of that", limits.unreadBytes() / 2 / 1_024 + " KiB");
    says("answers and pongs not read", limits.unreadBytes() / 1_024 + " KiB");
  }

  private static void says(String what, String limit) {
    String row = row("| " + what);
    assertTrue(row.contains("| " + limit + " |"), row);
  }

  private static String row(String start) {
    return page.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }

  /** Sends each request of the example after all messages before it have arrived, in any order. */
  private static void play(List<String> example, Talker talker) throws IOException {
    List<String> expected = new ArrayList<>();
    String leaseId = "LEASE_ID";
    for (String line : example) {
      if (line.startsWith(MESSAGE)) {
        expected.add(line.substring(MESSAGE.length()));
      } else {
        leaseId = hear(expected, talker, leaseId);
        talker.text(line.substring(REQUEST.length()).replace("LEASE_ID", leaseId));
      }
    }
    hear(expected, talker, leaseId);
  }

  /** Reads all expected messages, and returns the latest leaseId. */
  private static String hear(List<String> expected, Talker talker, String before)
      throws IOException {
    String leaseId = before;
    while (!expected.isEmpty()) {
      String told = talker.read().text();
      assertTrue(
          expected.removeIf(line -> pattern(line).matcher(told).matches()),
          () -> "told: " + told + "\nsaid: " + expected);
      Matcher id = LEASE_ID.matcher(told);
      leaseId = id.find() ? id.group(1) : leaseId;
    }
    return leaseId;
  }

  private static Pattern pattern(String line) {
    String quoted = Pattern.quote(line);
    for (String number : List.of("TOKEN", "MILLIS", "SHARD")) {
      quoted = quoted.replace(number, "\\E\\d+\\Q");
    }
    for (String text : List.of("LEASE_ID", "CURSOR", "DETAIL", "SINCE")) {
      quoted = quoted.replace(text, "\\E[^\"]+\\Q");
    }
    return Pattern.compile(quoted);
  }

  private static List<List<String>> examples() {
    List<List<String>> examples = new ArrayList<>();
    List<String> open = new ArrayList<>();
    for (String line : page) {
      boolean part = line.startsWith(REQUEST) || line.startsWith(MESSAGE);
      if (part && open.isEmpty()) {
        examples.add(open);
      }
      if (part) {
        open.add(line);
      } else {
        open = new ArrayList<>();
      }
    }
    return examples;
  }

  /** The bytes on the line with this start, and on the lines that continue it. */
  private static byte[] bytes(String start) {
    int first = page.indexOf(row(start));
    StringBuilder hex = new StringBuilder(page.get(first).substring(start.length()));
    for (int at = first + 1; page.get(at).startsWith(" ".repeat(start.length())); at++) {
      hex.append(page.get(at));
    }
    return HexFormat.of().parseHex(hex.toString().replace(" ", ""));
  }
}

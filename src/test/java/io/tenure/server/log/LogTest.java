package io.tenure.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class LogTest {

  private static final Instant TIME = Instant.parse("2026-11-18T09:00:00.5Z");
  private static final String AWKWARD = "a \"b\" = \\c\n\u0007é";

  @Test
  void textIsPairs() {
    LogLine line = LogLine.info("shard", "all are served").with("shards", 64).with("why", AWKWARD);

    assertEquals(
        "time=2026-11-18T09:00:00.500Z level=info room=shard msg=\"all are served\" shards=64"
            + " why=\"a \\\"b\\\" = \\\\c\\n\\u0007é\"",
        LogFormat.TEXT.write(TIME, line));
    assertTrue(
        LogFormat.TEXT.write(TIME, LogLine.warn("x", "")).endsWith(" level=warn room=x msg=\"\""));
  }

  /** C1 with NEL, DEL, separators of lines, and marks that change the direction of writing. */
  private static final String FORGED =
      "a\u009b2Jb\u0085level=error\u007f\u2028\u2029c\u061c\u200e\u200f\u202a\u202e\u2066\u2069";

  private static final String ESCAPED =
      "\"a\\u009b2Jb\\u0085level=error\\u007f\\u2028\\u2029c\\u061c\\u200e\\u200f\\u202a\\u202e"
          + "\\u2066\\u2069\"";

  @Test
  void nothingForgesALineOrItsDirection() throws IOException {
    LogLine line = LogLine.info("shard", FORGED).with("key", FORGED).with("bare", "b\u0085c");
    String text = LogFormat.TEXT.write(TIME, line);
    String json = LogFormat.JSON.write(TIME, line);

    assertTrue(text.endsWith("msg=" + ESCAPED + " key=" + ESCAPED + " bare=\"b\\u0085c\""), text);
    assertTrue(json.contains("\"msg\":" + ESCAPED + ",\"key\":" + ESCAPED), json);
    assertTrue((text + json).chars().allMatch(sign -> sign >= ' ' && sign < 0x7f), text + json);
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      List<String> values = new ArrayList<>();
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        values.add(String.valueOf(parser.getText()));
      }
      assertTrue(values.contains(FORGED), values.toString());
    }
  }

  @Test
  void jsonIsAnObject() throws IOException {
    LogLine line = LogLine.error("shard", AWKWARD).with("shards", 64);

    List<Object> read = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(LogFormat.JSON.write(TIME, line))) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        read.add(token.isScalarValue() ? parser.getText() : token.asString());
      }
    }
    assertEquals(18 - 4, read.size() + 2);
    assertTrue(read.contains(AWKWARD), read.toString());
    assertFalse(LogFormat.JSON.write(TIME, line).contains("\n"));
    assertTrue(LogFormat.JSON.write(TIME, line).endsWith("\"shards\":64}"));
  }

  @Test
  void linesComeInOrderAndAllOfThem() throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    LogWriter log =
        new LogWriter(new PrintStream(written, false, StandardCharsets.UTF_8), LogFormat.TEXT);
    for (int number = 0; number < 1_000; number++) {
      log.line(LogLine.info("test", "line " + number));
    }

    log.close().get(10, TimeUnit.SECONDS);
    log.line(LogLine.info("test", "too late"));

    List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(1_000, lines.size());
    assertTrue(lines.get(999).endsWith("msg=\"line 999\""), lines.get(999));
  }

  @Test
  void whoLogsDoesNotWaitForWhoReads() throws Exception {
    CompletableFuture<Void> reads = new CompletableFuture<>();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    OutputStream stuck =
        new OutputStream() {
          @Override
          public void write(int letter) {
            reads.join();
            written.write(letter);
          }
        };
    LogWriter log =
        new LogWriter(new PrintStream(stuck, false, StandardCharsets.UTF_8), LogFormat.TEXT);

    for (int number = 0; number < LogWriter.WAITING_MAX + 100; number++) {
      log.line(LogLine.info("test", "line"));
    }
    CompletableFuture<Void> closed = log.close();
    assertFalse(closed.isDone());
    reads.complete(null);
    closed.get(10, TimeUnit.SECONDS);

    List<String> lines = written.toString(StandardCharsets.UTF_8).lines().toList();
    assertTrue(lines.size() >= LogWriter.WAITING_MAX, "" + lines.size());
    assertTrue(lines.stream().anyMatch(line -> line.contains("dropped=")));
  }

  @Test
  void shardsSpeakOnceTogether() {
    List<LogLine> lines = new ArrayList<>();
    ShardLog probe = new ShardLog(2, new LineLoggers(lines::add, Level.INFO).getLogger("shard"));
    probe.serves(0, 7, 500);
    probe.waits(1, new IllegalStateException("shard 1 is another's"));
    probe.serves(1, 7, 500);
    probe.stepsDown(0, new IllegalStateException("it is late"));
    probe.holdsBack(1, true);
    probe.holdsBack(1, false);
    probe.writesAnew(1);
    probe.wroteAnew(1);
    probe.leaves(1);

    assertEquals(
        List.of(
            "the store may have lost leases: nothing is granted for 500 ms, renewals go on;"
                + " `tenure shards` shows each shard, and why",
            "this server cannot own shard 1 yet: shard 1 is another's",
            "all 2 shards are served here",
            "shard 0 is not served any more: it is late; it will be claimed again; 1 of 2 are left",
            "the store does not answer: grants wait, renewals go on",
            "the store answers again",
            "the store has lost durable data: this server writes it again from memory",
            "the store has all data again",
            "all shards are handed back"),
        lines.stream().map(LogLine::says).toList());
    assertEquals(500L, lines.get(0).fields().get("quarantineMs"));
    assertEquals(false, probe.settled().result());
  }
}

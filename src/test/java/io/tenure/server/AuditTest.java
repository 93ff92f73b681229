package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.door.Caller;
import io.tenure.server.audit.AuditFile;
import io.tenure.server.audit.AuditLog;
import io.tenure.server.audit.RefusedActs;
import io.tenure.server.config.ConfigResolver;
import io.tenure.server.config.GivenSetting;
import io.tenure.server.config.Setting;
import io.tenure.server.log.LineLoggers;
import io.tenure.server.log.LogLine;
import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** Checks the records of operators' actions. */
class AuditTest {

  @TempDir Path data;

  private final List<LogLine> log = new CopyOnWriteArrayList<>();
  private final Logger logger = new LineLoggers(log::add, Level.INFO).getLogger(AuditLog.ROOM);

  @Test
  void aBreakIsToldWithWhoWhyAndWhatCameOfIt() {
    try (Opened server = new Opened(data)) {
      String lease = server.acquire("jobs/a", "anna", Duration.ofSeconds(30));
      server.send("DELETE", "/v1/keys/jobs/a?token=1&reason=wrong");
      server.send("DELETE", "/v1/keys/jobs/a?reason=stuck");
      List<LogLine> audit = audit(server);

      assertEquals("refused: CHANGED_HANDS", audit.get(0).fields().get("outcome"));
      assertEquals("broken", audit.get(1).fields().get("outcome"));
      assertEquals("stuck", audit.get(1).fields().get("reason"));
      assertTrue(String.valueOf(audit.get(1).fields().get("from")).startsWith("127.0.0.1:"));
      assertFalse(audit.toString().contains(lease));
      assertEquals(2, audit.size());
    }
  }

  @Test
  void theFileIsPutByWhenItIsFullAndTheOldestGoes() {
    AuditFile file = new AuditFile(data, 100, logger);
    for (int at = 0; at < 50; at++) {
      file.line(LogLine.info(AuditLog.ROOM, "line " + at + " ".repeat(60)));
    }
    // Closing has a time limit, and a disk may need long for fifty lines with an fsync each.
    Opened.await("the last is written", () -> read(AuditFile.NAME).contains("line 49"));
    file.close().join();

    assertTrue(read(AuditFile.NAME + ".1").contains("line 48"));
    assertEquals(
        List.of(true, true, true, true, false),
        IntStream.rangeClosed(1, 5)
            .mapToObj(age -> Files.exists(data.resolve(AuditFile.NAME + "." + age)))
            .toList());
    assertEquals(List.of(), log);
  }

  @Test
  void aSettingThatIsNotWhatItWasIsTold() {
    AuditFile file = new AuditFile(data, logger);
    AuditLog audit = new AuditLog(logger, file);
    file.compare(Map.of("shards", "64", "limits.ttl-max", "1d"), audit);
    file.compare(Map.of("shards", "64", "limits.ttl-max", "12h"), audit);
    file.close().join();

    assertEquals("limits.ttl-max was 1d and is 12h now", log.get(0).says());
    assertTrue(read(AuditFile.NAME).contains("12h now"));
  }

  @Test
  void aPasswordThatAnOlderServerWroteIsNotTold() throws IOException {
    Files.writeString(data.resolve("settings"), "store=redis://:ge/heim@h\n");
    Files.writeString(data.resolve(AuditFile.NAME), "old\n");
    AuditFile file = new AuditFile(data, logger);
    file.compare(Map.of("store", "embedded"), new AuditLog(logger, file));
    file.close().join();

    assertEquals("store was redis://h and is embedded now", log.get(0).says());
    assertEquals("store=embedded\n", read("settings"));
    for (String name : List.of("settings", AuditFile.NAME)) {
      assertEquals(
          PosixFilePermissions.fromString("rw-------"),
          Files.getPosixFilePermissions(data.resolve(name)),
          name);
    }
  }

  @Test
  void aSettingThatWasNotThereBeforeIsTold() {
    AuditFile file = new AuditFile(data, logger);
    AuditLog audit = new AuditLog(logger, file);
    file.compare(Map.of("shards", "64", "old", "1"), audit);
    file.compare(Map.of("shards", "64", "new", "2"), audit);
    file.close().join();

    assertEquals(
        List.of("new was not known and is 2 now", "old was 1 and is not known now"),
        log.stream().map(LogLine::says).toList());
  }

  @Test
  void breaksThatTouchNobodyDoNotWashTheRealOnesOut() {
    RefusedActs refused = new RefusedActs();
    LogLine line = LogLine.warn(AuditLog.ROOM, "refused");

    assertEquals(line, refused.hear("breaks", "NOT_HELD", line, 0));
    for (int at = 1; at <= 1_000; at++) {
      assertNull(refused.hear("breaks", "NOT_HELD", line, at));
    }
    assertEquals(line, refused.hear("breaks", "CHANGED_HANDS", line, 5), "another outcome is told");
    assertEquals(
        line.with("untold", 1_000L),
        refused.hear("breaks", "NOT_HELD", line, RefusedActs.APART_NANOS));
    assertNull(refused.hear("breaks", "NOT_HELD", line, RefusedActs.APART_NANOS + 1));
    assertEquals(
        List.of("1 more breaks were NOT_HELD"),
        refused.rest().stream().map(LogLine::says).toList());
  }

  @Test
  void aLoopOfRefusedBreaksIsCounted() {
    try (Opened server = new Opened(data)) {
      for (int at = 0; at < 20; at++) {
        server.send("DELETE", "/v1/keys/none?reason=loop");
      }

      assertEquals(1, audit(server).size());
    }
  }

  @Test
  void aBreakIsToldWhereNobodyMayBreakAnything() {
    try (Opened server = new Opened(data, "BREAKING", "off")) {
      server.acquire("jobs/a", "anna", Duration.ofSeconds(30));
      server.send("DELETE", "/v1/keys/jobs/a?reason=stuck");

      LogLine told = audit(server).get(0);
      assertEquals("refused: FORBIDDEN", told.fields().get("outcome"));
      assertEquals("jobs/a", told.fields().get("key"));
    }
  }

  @Test
  void aForbiddenOperationNeedsNoName() {
    AuditLog audit = new AuditLog(logger, null);
    for (Operation operation : Operation.values()) {
      audit.forbade(Caller.SERVER, operation, "name");
    }

    assertEquals(Operation.values().length, log.size());
    LogLine unnamed = log.get(Operation.METRICS.ordinal());
    assertEquals("a caller asked for metrics: http.breaking is off", unnamed.says());
    assertEquals(Set.of("outcome", "from"), unnamed.fields().keySet());
  }

  @Test
  void moreThanTheDiskTakesIsCountedAndSaid() throws Exception {
    Path pipe = data.resolve(AuditFile.NAME);
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    AuditFile file = new AuditFile(data, logger);
    file.line(LogLine.info(AuditLog.ROOM, "line first"));
    Opened.await("it writes", AuditTest::isWriting);
    int told = 1 + 2 * AuditFile.WAITING_MAX;
    for (int at = 1; at < told; at++) {
      file.line(LogLine.info(AuditLog.ROOM, "line " + at));
    }
    AtomicLong kept = new AtomicLong();
    // Open for reading and writing, so that the pipe never ends between two visits of the writer.
    try (var ends = new RandomAccessFile(pipe.toFile(), "rw");
        var lines =
            new BufferedReader(
                new InputStreamReader(new FileInputStream(ends.getFD()), StandardCharsets.UTF_8))) {
      Opened.await("all are accounted for", () -> kept.addAndGet(come(lines)) + dropped() == told);
      file.close().join();
    }

    assertEquals(AuditFile.WAITING_MAX, dropped());
    assertEquals(told, kept.get() + dropped());
  }

  /** The number of lines that can be read without waiting. */
  private static long come(BufferedReader lines) {
    try {
      long come = 0;
      while (lines.ready()) {
        come += lines.readLine().contains("line ") ? 1 : 0;
      }
      return come;
    } catch (IOException trouble) {
      throw new UncheckedIOException(trouble);
    }
  }

  /** The writer is blocked with a full batch, because no reader empties the pipe. */
  private static boolean isWriting() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().endsWith(".OwnerOnly"));
  }

  private long dropped() {
    return log.stream().mapToLong(line -> (long) line.fields().getOrDefault("dropped", 0L)).sum();
  }

  private static List<LogLine> audit(Opened server) {
    return server.log().stream().filter(line -> line.room().equals(AuditLog.ROOM)).toList();
  }

  @Test
  void howASettingIsWrittenIsNoChange() {
    GivenSetting other = new GivenSetting(Setting.TTL_MAX, "1440m", "--limits-ttl-max");

    assertEquals(
        ConfigResolver.of(List.of(), "", Map.of()).settings(),
        ConfigResolver.of(List.of(other), "", Map.of()).settings());
  }

  @Test
  void whatCannotBeWrittenIsSaid() {
    AuditFile file = new AuditFile(data.resolve("nowhere"), logger);
    file.line(LogLine.info(AuditLog.ROOM, "lost"));

    Opened.await("it complains", () -> log.size() == 1);
    file.close().join();
  }

  private String read(String name) {
    try {
      return Files.readString(data.resolve(name));
    } catch (NoSuchFileException notYet) {
      return "";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

package io.tenure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What remains of what operators did. */
class AuditTest {

  @TempDir Path data;

  private final List<LogLine> log = new CopyOnWriteArrayList<>();

  @Test
  void aBreakIsToldWithWhoWhyAndWhatCameOfIt() {
    try (Opened server = new Opened(data)) {
      String lease = server.acquire("jobs/a", "anna", Duration.ofSeconds(30));
      server.send("DELETE", "/v1/keys/jobs/a?token=1&reason=wrong");
      server.send("DELETE", "/v1/keys/jobs/a?reason=stuck");
      List<LogLine> audit =
          server.log().stream().filter(line -> line.room().equals(AuditLog.ROOM)).toList();

      assertEquals("refused: CHANGED_HANDS", audit.get(0).fields().get("outcome"));
      assertEquals("broken", audit.get(1).fields().get("outcome"));
      assertEquals("stuck", audit.get(1).fields().get("reason"));
      assertTrue(audit.get(1).fields().get("from").toString().startsWith("127.0.0.1:"));
      assertFalse(audit.toString().contains(lease));
      assertEquals(2, audit.size());
    }
  }

  @Test
  void theFileIsPutByWhenItIsFullAndTheOldestGoes() {
    AuditFile file = new AuditFile(data, 100, log::add);
    for (int at = 0; at < 50; at++) {
      file.line(LogLine.info(AuditLog.ROOM, "line " + at + " ".repeat(60)));
    }
    file.close();
    Opened.await("the last is written", () -> read(AuditFile.NAME).contains("line 49"));

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
    AuditFile file = new AuditFile(data, log::add);
    AuditLog audit = new AuditLog(log::add, file);
    file.compare(Map.of("shards", "64", "limits.ttl-max", "1d"), audit);
    file.compare(Map.of("shards", "64", "limits.ttl-max", "12h"), audit);
    Opened.await("it is told", () -> read(AuditFile.NAME).contains("12h now"));
    file.close();

    assertEquals("limits.ttl-max was 1d and is 12h now", log.get(0).says());
  }

  @Test
  void howASettingIsWrittenIsNoChange() {
    Given other = new Given(Setting.TTL_MAX, "1440m", "--limits-ttl-max");

    assertEquals(
        Choice.of(List.of(), "", Map.of()).settings(),
        Choice.of(List.of(other), "", Map.of()).settings());
  }

  @Test
  void whatCannotBeWrittenIsSaid() {
    AuditFile file = new AuditFile(data.resolve("nowhere"), log::add);
    file.line(LogLine.info(AuditLog.ROOM, "lost"));

    Opened.await("it complains", () -> log.size() == 1);
    file.close();
  }

  private String read(String name) {
    try {
      Path file = data.resolve(name);
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

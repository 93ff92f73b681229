package io.tenure.server.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.store.redis.RedisStore;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Checks that the loggers of SLF4J write in the line format of Tenure. */
class LineLoggersTest {

  private final List<LogLine> lines = new ArrayList<>();
  private final LineLoggers loggers = new LineLoggers(lines::add, Level.INFO);

  @Test
  void theyAreThoseThatSlf4jHandsOut() {
    assertSame(LineLoggers.OF_PROCESS, LoggerFactory.getILoggerFactory());
  }

  @Test
  void aCallBecomesALineWithItsFields() {
    loggers
        .getLogger("shard")
        .atWarn()
        .addKeyValue("serving", 63)
        .addKeyValue("why", (Object) null)
        .log("shard {} is not served", 7);

    assertEquals(
        "time=2026-11-20T00:00:00.000Z level=warn room=shard msg=\"shard 7 is not served\""
            + " serving=63 why=null",
        LogFormat.TEXT.write(Instant.parse("2026-11-20T00:00:00Z"), lines.get(0)));
  }

  @Test
  void bracesOfAMessageWithoutArgumentsStay() {
    loggers.getLogger("door").info("GET /v1/keys/{key} and {} are answered 200");

    assertEquals("GET /v1/keys/{key} and {} are answered 200", lines.get(0).says());
  }

  @Test
  void aClassSpeaksForItsPackage() {
    loggers.getLogger(RedisStore.class.getName()).warn("slow");

    assertEquals(new LogLine(Level.WARN, "store", "slow", Map.of()), lines.get(0));
  }

  @Test
  void onlyWhatIsSevereEnoughIsALine() {
    Logger log = loggers.getLogger("store");
    log.debug("not told");
    loggers.writeTo(lines::add, Level.ERROR);
    log.warn("not told either");
    loggers.writeTo(lines::add, Level.DEBUG);
    log.debug("told");
    log.trace("not told");

    assertEquals(List.of("told"), lines.stream().map(LogLine::says).toList());
    assertFalse(log.isTraceEnabled());
    assertTrue(log.isDebugEnabled());
  }

  @Test
  void librariesAreHeardFromWarningsUpAndWithoutPasswords() {
    loggers.writeTo(lines::add, Level.DEBUG);
    Logger library = loggers.getLogger("io.vertx.redis");
    library.info("all is well");
    library.warn("no way to {}", "redis://me:geheim@host:1/2");
    library.error("broken", new IOException("rediss://:geheim@host"));

    assertEquals(2, lines.size());
    assertEquals("library", lines.get(0).room());
    assertEquals("no way to redis://host:1/2", lines.get(0).says());
    assertEquals(Level.WARN, lines.get(0).level());
    assertEquals("io.vertx.redis", lines.get(0).fields().get("logger"));
    assertEquals(Level.ERROR, lines.get(1).level());
    assertEquals("java.io.IOException: rediss://host", lines.get(1).fields().get("cause"));
    assertFalse(lines.get(1).fields().containsKey("causes"));
  }

  @Test
  void noCharacterOfAPasswordEndsItsRemoval() {
    for (String login : List.of("me:ge/heim", ":ge@heim", "me", "me:ge?heim#", ":%40heim:")) {
      assertEquals(
          "no way to redis://host:1, at all",
          LogLine.withoutLogin("no way to redis://" + login + "@host:1, at all"));
    }
    assertEquals(
        "no unix:///s?user=&password=&db=1 here",
        LogLine.withoutLogin("no unix:///s?user=me&password=ge/h@eim&db=1 here"));
  }

  @Test
  void anExceptionIsToldWithItsCauses() {
    Exception refused = new ConnectException("refused by redis://me:geheim@host");
    Exception closed = new IOException("closed", refused);
    loggers.getLogger("door").error("a mistake", new IllegalStateException("no answer", closed));

    Map<String, Object> fields = lines.get(0).fields();
    assertEquals("java.lang.IllegalStateException: no answer", fields.get("cause"));
    List<?> causes = causes();
    assertEquals(2, causes.size());
    assertTrue(causes.get(0).toString().startsWith("java.io.IOException: closed at ["));
    assertTrue(
        causes
            .get(1)
            .toString()
            .startsWith("java.net.ConnectException: refused by redis://host at [io.tenure.server"));
  }

  @Test
  void exceptionsThatCauseEachOtherEnd() {
    Exception one = new IOException("one");
    one.initCause(new IOException("other", one));
    loggers.getLogger("door").error("a mistake", one);

    assertEquals(8, causes().size());
  }

  private List<?> causes() {
    return (List<?>) Objects.requireNonNull(lines.get(0).fields().get("causes"));
  }
}

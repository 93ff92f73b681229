package io.tenure.sim.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Checks the abilities of the simulated Redis that no client of a real one has. */
final class SimRedisTest {

  private static final String TWICE =
      "redis.call('HSET', KEYS[1], 'a', ARGV[1]) redis.call('HSET', KEYS[1], 'b', ARGV[1])"
          + " return redis.call('HGET', KEYS[1], 'a')";

  private final SimRedis redis = new SimRedis(() -> 12_000_034, 7);

  @Test
  void aLostTailTakesEachScriptWhole() {
    tell("HSET", "h", "a", "0");
    tell("EVAL", TWICE, "1", "h", "1");
    tell("EVAL", TWICE, "1", "h", "2");

    assertEquals(3, redis.writes());
    redis.loseTail(1);
    assertEquals(List.of("1", "1"), tell("HMGET", "h", "a", "b"));
    redis.loseTail(1);
    assertEquals(List.of("a", "0"), tell("HGETALL", "h"));
    assertEquals(1, redis.writes());
    redis.loseTail(1);
    assertEquals(List.of(), tell("HGETALL", "h"));
    assertThrows(IllegalArgumentException.class, () -> redis.loseTail(1));
  }

  @Test
  void whatReadsOrChangesNothingIsNoWrite() {
    tell("HDEL", "h", "a");
    tell("HGET", "h", "a");
    tell("EVAL", "return redis.call('DEL', 'h')", "0");

    assertEquals(0, redis.writes());
  }

  @Test
  void aScriptThatFailsHalfwayHasDoneWhatItHadDone() {
    tell("EVAL", "redis.call('HSET', 'h', 'a', '1') redis.call('HSET', 'h') return 1", "0");

    assertEquals("1", tell("HGET", "h", "a"));
    assertEquals(1, redis.writes());
    redis.loseTail(1);
    assertNull(tell("HGET", "h", "a"));
  }

  @Test
  void deletedKeysComeBackWhenTheDeletionIsLost() {
    tell("HSET", "h", "a", "1", "b", "2");
    tell("HSET", "i", "a", "1");
    tell("UNLINK", "h");
    tell("HDEL", "i", "a");
    redis.flush();

    redis.loseTail(2);

    assertEquals(List.of("a", "1", "b", "2"), tell("HGETALL", "h"));
    assertEquals(List.of("a", "1"), tell("HGETALL", "i"));
  }

  @Test
  void aSnapshotIsNotTouchedByWhatComesAfterIt() {
    tell("HSET", "h", "a", "1");
    SimRedis.Snapshot snapshot = redis.snapshot();
    tell("HSET", "h", "a", "2");
    redis.restore(snapshot);
    tell("HSET", "h", "a", "3");
    redis.restore(snapshot);

    assertEquals("1", tell("HGET", "h", "a"));
    assertEquals(1, redis.writes());
  }

  @Test
  void aRestartKeepsTheDataAndForgetsTheScripts() {
    tell("HSET", "h", "a", "1");
    String digest = "59b6ab2fbe0ee4b25733de0f62e6cda4899ef8e9";
    tell("EVAL", "return 7", "0");
    assertEquals(7L, tell("EVALSHA", digest, "0"));
    String runId = redis.runId();
    String replid = replication("master_replid");

    redis.restart();

    assertEquals(
        new SimRedisError("NOSCRIPT No matching script. Please use EVAL."),
        tell("EVALSHA", digest, "0"));
    assertNotEquals(runId, redis.runId());
    assertNotEquals(replid, replication("master_replid"));
    assertEquals("0".repeat(40), replication("master_replid2"));
    assertEquals("1", tell("HGET", "h", "a"));
    assertEquals(1, redis.incarnation());
  }

  @Test
  void aMachineThatBecomesPrimaryAgainIsTheSameRunOfAnotherHistory() {
    String first = redis.runId();
    String before = replication("master_replid");

    redis.failOver(1);
    String second = redis.runId();
    assertNotEquals(first, second);
    assertEquals(before, replication("master_replid2"));
    String between = replication("master_replid");
    redis.failOver(0);

    assertEquals(first, redis.runId());
    assertEquals(between, replication("master_replid2"));
    assertNotEquals(before, replication("master_replid"));
    redis.restart(1);
    redis.failOver(1);
    assertNotEquals(second, redis.runId());
    assertEquals(3, redis.incarnation());
  }

  @Test
  void whatItTellsOfItselfCanBeSet() {
    redis.set("appendfsync", "always");
    redis.connectedReplicas(2);
    redis.replicasThatAcknowledge(1);

    assertEquals(List.of("appendfsync", "always"), tell("CONFIG", "GET", "appendfsync"));
    assertEquals("2", replication("connected_slaves"));
    assertEquals("master", replication("role"));
    assertEquals(1L, tell("WAIT", "2", "100"));
    assertEquals(List.of("12", "34"), tell("TIME"));
    assertEquals(redis.runId(), field(String.valueOf(tell("INFO", "server")), "run_id"));
  }

  @Test
  void theSameSeedGivesTheSameIds() {
    assertEquals(redis.runId(), new SimRedis(() -> 0, 7).runId());
    assertNotEquals(redis.runId(), new SimRedis(() -> 0, 8).runId());
  }

  @Test
  void productionReadsTheReplies() {
    Request request = Request.cmd(Command.HSET).arg("h").arg("a").arg("1");
    Response added = SimResponses.of(redis.command(SimRequests.words(request)));
    assertEquals(1L, Objects.requireNonNull(added).toLong());
    Response list = answer("EVAL", "return {'OK', 5, false, {'x'}}", "0");
    assertEquals(ResponseType.MULTI, list.type());
    assertEquals("OK", list.get(0).toString());
    assertEquals(5, list.get(1).toInteger());
    assertNull(list.get(2));
    assertEquals("x", list.get(3).get(0).toString());
    assertEquals("OK", answer("EVAL", "return {ok = 'OK'}", "0").toString());
    assertEquals(0, answer("HVALS", "none").size());
    assertNull(response("HGET", "none", "a"));
    Throwable error = assertInstanceOf(Throwable.class, response("EVALSHA", "00", "0"));
    assertTrue(String.valueOf(error.getMessage()).startsWith("NOSCRIPT"), error.toString());
  }

  private Response answer(String... command) {
    return Objects.requireNonNull(response(command));
  }

  private @Nullable Response response(String... command) {
    return SimResponses.of(redis.command(bytes(command)));
  }

  private @Nullable Object tell(String... command) {
    return text(redis.command(bytes(command)));
  }

  private String replication(String field) {
    return field(String.valueOf(tell("INFO", "replication")), field);
  }

  private static String field(String info, String name) {
    Matcher line = Pattern.compile("(?m)^" + name + ":(.*)$").matcher(info);
    assertTrue(line.find(), info);
    return line.group(1);
  }

  private static @Nullable Object text(@Nullable Object reply) {
    if (reply instanceof byte[] bulk) {
      return new String(bulk, StandardCharsets.UTF_8);
    }
    return reply instanceof List<?> all ? all.stream().map(SimRedisTest::text).toList() : reply;
  }

  private static byte[][] bytes(String... command) {
    byte[][] words = new byte[command.length][];
    for (int at = 0; at < words.length; at++) {
      words[at] = command[at].getBytes(StandardCharsets.UTF_8);
    }
    return words;
  }
}

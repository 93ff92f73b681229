package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the simulated Redis answers each call as a real one does, and has the same data.
 * {@code -Dcontract.runs} sets the number of histories, {@code -Dcontract.seed} plays one alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SimRedisContractTest {

  private static final int RUNS = Integer.getInteger("contract.runs", 100);
  private static final Long ONLY = Long.getLong("contract.seed");
  private static final int CALLS = 150;

  /** The fields of hashes that histories write in addition to the scripts. */
  private static final List<String> FIELDS =
      List.of("epoch", "owner", "place", "server", "beat", "term", "promised", "0:ids", "run");

  private static final List<String> VALUES =
      List.of("0", "1", "2", "9007199254740991", "9007199254740993", "x", "", "1.5", "-1", "one");

  private TestRedis redis;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    redis = TestRedis.start(directory);
  }

  @AfterAll
  void stop() {
    redis.close();
  }

  @Test
  void everyHistoryOfCallsIsAnsweredAlike() throws IOException {
    Map<String, Integer> answers = new TreeMap<>();
    long first = ONLY == null ? 1 : ONLY;
    for (long seed = first; seed < first + (ONLY == null ? RUNS : 1); seed++) {
      try (BothRedis both = new BothRedis(redis)) {
        history(seed, both, answers);
      } catch (RuntimeException | AssertionError failure) {
        throw new AssertionError(
            "seed %d; replay: ./mvnw test -Dtest=SimRedisContractTest -Dcontract.seed=%d%n%s"
                .formatted(seed, seed, failure),
            failure);
      }
    }
    if (ONLY == null) {
      for (Script script : Script.values()) {
        assertTrue(answers.containsKey(script + " OK"), () -> script + " did nothing: " + answers);
      }
    }
  }

  @Test
  void whatDiffersHasTheSameForm() throws IOException {
    try (BothRedis both = new BothRedis(redis)) {
      assertSameForm(both, "run_id:([0-9a-f]{40})\\\\x0d", "INFO", "server");
      assertSameForm(both, "role:master\\\\x0d", "INFO", "replication");
      assertSameForm(both, "connected_slaves:0\\\\x0d", "INFO", "replication");
      assertSameForm(both, "master_replid:([0-9a-f]{40})\\\\x0d", "INFO", "replication");
      assertSameForm(both, "master_replid2:0{40}\\\\x0d", "INFO", "replication");
      assertSameForm(both, "^\\[\"\\d{10}\", \"\\d{1,6}\"\\]$", "TIME");
      assertSameForm(
          both,
          "^\"[0-9a-f]{40}\"$",
          "EVAL",
          "return string.match(redis.call('INFO', 'server'), 'run_id:(%x+)')",
          "0");
      assertSameForm(
          both,
          "^\"[0-9a-f]{40}\"$",
          "EVAL",
          "return string.match(redis.call('INFO', 'replication'), 'master_replid:(%x+)')",
          "0");
    }
  }

  @Test
  void everyCommandIsAnsweredAlike() throws IOException {
    try (BothRedis both = new BothRedis(redis)) {
      both.both("SET", "a string", "text");
      both.both("HSET", "h", "a", "1", "b", "two", "c", "9223372036854775807", "d", "07");
      for (String command :
          List.of(
              "GET a",
              "GET h",
              "HGET h a",
              "HGET h z",
              "HGET none a",
              "HGET h",
              "HMGET h a z b",
              "HMGET none a b",
              "HMGET h",
              "HVALS h",
              "HVALS none",
              "HKEYS h",
              "HGETALL h",
              "HLEN h",
              "HLEN none",
              "HEXISTS h a",
              "HEXISTS h z",
              "HSCAN h 0",
              "HSCAN none 0",
              "HSCAN h 0 COUNT 4096",
              "HSCAN h 0 COUNT",
              "HSCAN h 0 COUNT 0",
              "HSCAN h 0 COUNT x",
              "HSCAN h x",
              "HSET h a",
              "HSET h a 1 b",
              "HSET h a 2 e 3",
              "HINCRBY h a 5",
              "HINCRBY h b 1",
              "HINCRBY h c 1",
              "HINCRBY h d 1",
              "HINCRBY h new -3",
              "HINCRBY h a 1.5",
              "HINCRBY h a",
              "HDEL h a z",
              "HDEL none a",
              "DEL h none",
              "HLEN h",
              "PING",
              "PING hello",
              "NOPE a b",
              "NOPE",
              "EVAL",
              "EVAL x",
              "EVALSHA 00 0",
              "EVAL return 0",
              "EVAL x y",
              "EVAL x 1",
              "EVAL x -1",
              "EVAL x 01",
              "WAIT 0 1",
              "WAIT x 0",
              "WAIT 0 x",
              "CONFIG GET appendonly",
              "CONFIG GET appendfsync",
              "CONFIG GET maxmemory-policy",
              "CONFIG GET no-appendfsync-on-rewrite",
              "CONFIG GET nothing",
              "INFO nothing",
              "hset i A 1",
              "hGet i A",
              "UNLINK i i",
              "SET i 1",
              "HSET i a 1",
              "HVALS i",
              "HDEL i a",
              "HSCAN i 0",
              "HINCRBY i a 1",
              "HMGET i a",
              "DEL i",
              "FLUSHALL",
              "HLEN a")) {
        both.both(command.split(" "));
      }
      both.both("HGET", "", "");
      both.both("HSET", "", "", "");
      both.both("HGETALL", "");
    }
  }

  private static void assertSameForm(BothRedis both, String form, String... command) {
    for (String reply : both.each(command)) {
      assertTrue(Pattern.compile(form).matcher(reply).find(), reply);
    }
  }

  private static void history(long seed, BothRedis both, Map<String, Integer> answers) {
    Random random = new Random(seed);
    ScriptArguments arguments = new ScriptArguments(seed);
    both.both("SET", "a string", "text");
    ScriptRun call = null;
    for (int left = CALLS; left > 0; left--) {
      int chosen = random.nextInt(20);
      if (chosen == 0) {
        meddle(random, both);
        continue;
      }
      if (chosen != 1 || call == null) {
        call = arguments.next(stored(both));
      }
      String word = BothRedis.spelled(both.both(call)).split("[^A-Z]+", 3)[1];
      answers.merge(arguments.script() + " " + word, 1, Integer::sum);
    }
    both.assertSameData(ScriptArguments.ALL_KEYS.subList(0, 5));
    assertEquals("\"text\"", BothRedis.spelled(both.both("GET", "a string")));
  }

  /** Writes data that no script has left so. */
  private static void meddle(Random random, BothRedis both) {
    List<String> keys = ScriptArguments.ALL_KEYS;
    String key = keys.get(random.nextInt(keys.size() - 1));
    String field = FIELDS.get(random.nextInt(FIELDS.size()));
    switch (random.nextInt(8)) {
      case 0 -> both.both("DEL", key);
      case 1 -> both.both("SET", key, "text");
      case 2, 3 -> both.both("HDEL", key, field);
      default -> both.both("HSET", key, field, VALUES.get(random.nextInt(VALUES.size())));
    }
  }

  private static List<?> stored(BothRedis both) {
    List<String> command = new ArrayList<>(List.of("HMGET", ScriptArguments.KEYS.meta()));
    command.addAll(ScriptArguments.STORED);
    return both.both(command.toArray(new String[0])) instanceof List<?> all
        ? all
        : Collections.nCopies(ScriptArguments.STORED.size(), null);
  }
}

package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.cli.ExitCode;
import io.tenure.server.log.LogLine;
import io.tenure.shard.ShardHash;
import io.tenure.store.redis.TestRedis;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks {@code tenure shards} against a server with a Redis that may have lost leases of two
 * shards.
 */
class ShardsCommandTest {

  private static final String TTL_MILLIS = "3600000";
  private static final String[] END = {"shards", "end-quarantine"};

  @TempDir Path directory;

  private TestRedis redis;
  private Opened server;
  private Cli cli;

  @BeforeEach
  void open() throws IOException {
    redis = TestRedis.start(Files.createDirectory(directory.resolve("redis")));
    for (int shard = 2; shard <= 3; shard++) {
      redis.command(
          "HSET", meta(shard), "epoch", "1", "doubt", "restarted", "promised", TTL_MILLIS);
    }
    server = new Opened(directory.resolve("data"), "STORE", redis.address(), "SHARDS", "4");
    cli = new Cli(server.url());
  }

  @AfterEach
  void close() {
    server.close();
    redis.close();
  }

  private static String meta(int shard) {
    return "tenure:{" + shard + "}:meta";
  }

  private boolean doubts(int shard) {
    try {
      return redis.command("HGET", meta(shard), "doubt").contains("restarted");
    } catch (IOException broken) {
      throw new AssertionError(broken);
    }
  }

  private String line(int shard) {
    assertEquals(ExitCode.OK, cli.run("shards"), cli.err());
    return cli.out().lines().toList().get(shard + 1);
  }

  @Test
  void eachShardIsALineWithOwnerStateAndQuarantine() {
    assertTrue(line(0).matches("0 +\\S+ +\\d+ +serves"), line(0));
    assertTrue(line(2).matches("2 +\\S+ +\\d+ +serves +(1h|59m).* restarted"), line(2));
    assertTrue(cli.err().contains("restarted: the store may have lost its last writes"), cli.err());
    assertEquals(ExitCode.OK, cli.run("shards", "--json"));
    assertEquals(4, cli.out().lines().count());
    assertTrue(cli.out().contains("\"doubt\":\"restarted\",\"why\":\"the store"), cli.out());
  }

  @Test
  void oneShardIsShownByItsNumber() {
    assertEquals(ExitCode.OK, cli.run("shards", "3"), cli.err());
    assertEquals(2, cli.out().lines().count(), cli.out());
    assertTrue(cli.out().contains("restarted"), cli.out());
    assertEquals(ExitCode.OK, cli.run("shards", "0", "--json"));
    assertTrue(cli.out().startsWith("{\"shard\":0,"), cli.out());

    assertEquals(ExitCode.USAGE, cli.run("shards", "4"));
    assertTrue(cli.err().contains("use 0 to 3"), cli.err());
    assertEquals(ExitCode.USAGE, cli.run("shards", "3", "--yes"));
  }

  @Test
  void anOwnerIsShortInTheTableAndWholeForPrograms() {
    String shown = line(0).split(" +")[1];
    cli.run("shards", "0", "--json");

    assertEquals(15, shown.length(), shown);
    assertTrue(cli.out().contains("\"owner\":\"" + shown), cli.out());
    assertFalse(cli.out().contains("\"owner\":\"" + shown + "\""), cli.out());
  }

  @Test
  void whoAsksForAKeyInQuarantineIsToldOfIt() {
    String key = keyOf(3);
    String told =
        "shard 3 is in quarantine for another (1h00m|59m..s), because the store may have lost"
            + " leases; `tenure shards` shows why\n";

    assertEquals(ExitCode.HELD, cli.run("acquire", key));
    assertTrue(cli.err().matches("tenure: " + key + " is not granted: " + told), cli.err());
    assertEquals(ExitCode.NOT_FOUND, cli.run("get", key));
    assertTrue(cli.err().matches("tenure: " + key + " has no holder\ntenure: " + told), cli.err());
    cli.run("get", key, "--json");
    assertTrue(cli.out().contains("\"quarantinedShard\":3"), cli.out());
    cli.run("acquire", key, "--json");
    assertTrue(cli.err().contains("\"quarantinedShard\":3"), cli.err());
  }

  private static String keyOf(int shard) {
    return IntStream.iterate(0, at -> at + 1)
        .mapToObj(at -> "jobs/" + at)
        .filter(key -> new ShardHash(4).of(Key.of(key)) == shard)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theQuarantineOfOneShardIsEndedAndItsStoreForgetsIt() {
    assertEquals(ExitCode.OK, run("3", "--reason", "no worker runs", "--yes"), cli.err());

    assertTrue(
        cli.out().matches("shard 3: ended, .* before its time \\(restarted\\)\n"), cli.out());
    Opened.await("the store forgets", () -> !doubts(3));
    assertTrue(doubts(2));
    LogLine told =
        server.log().stream().filter(line -> line.room().equals("audit")).findAny().get();
    assertEquals("ended", told.fields().get("outcome"));
    assertEquals("no worker runs", told.fields().get("reason"));
    assertEquals("restarted", told.fields().get("doubt"));
    assertEquals(ExitCode.OK, run("3", "--reason", "again", "--yes"));
    assertEquals("shard 3: there was no quarantine\n", cli.out());
  }

  @Test
  void allQuarantinesAreEnded() {
    assertEquals(ExitCode.OK, run("--all", "--reason", "no worker runs", "--yes", "--json"));

    assertEquals(2, cli.out().lines().count(), cli.out());
    assertTrue(cli.out().startsWith("{\"shard\":2,\"ended\":true,"), cli.out());
    Opened.await(
        "both are over", () -> !line(2).contains("restarted") && !line(3).contains("restarted"));
    assertEquals(ExitCode.OK, run("--all", "--reason", "again", "--yes"));
    assertEquals("tenure: no shard is in quarantine\n", cli.err());
  }

  @Test
  void anOperatorWhoDoesNotSayYesEndsNothing() {
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream("no\n".getBytes(StandardCharsets.UTF_8)));
      Cli asked = new Cli(server.url()).onTerminal();
      assertEquals(ExitCode.USAGE, asked.run("shards", "end-quarantine", "3", "--reason", "hasty"));
      assertTrue(asked.err().contains("a key may get a second holder"), asked.err());
      assertTrue(asked.err().contains("may be until 20"), asked.err());
      System.setIn(new ByteArrayInputStream("yes\n".getBytes(StandardCharsets.UTF_8)));
      assertTrue(line(3).contains("restarted"));
      assertEquals(ExitCode.OK, asked.run("shards", "end-quarantine", "3", "--reason", "sure"));
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void whatMakesNoSenseEndsNothing() {
    assertEquals(ExitCode.USAGE, run("3", "--reason", "no terminal can answer"));
    assertTrue(cli.err().contains("--yes"), cli.err());
    assertEquals(ExitCode.USAGE, run("3", "--yes"));
    assertTrue(cli.err().contains("--reason"), cli.err());
    assertEquals(ExitCode.USAGE, run());
    assertEquals(
        "tenure: end-quarantine is not complete: name a SHARD or --all, one of the two;"
            + " give the reason with --reason, for the audit;"
            + " add --yes, because there is no terminal to ask at\n",
        cli.err());
    assertEquals(ExitCode.USAGE, run("--reason", "which", "--yes"));
    assertEquals(ExitCode.USAGE, run("3", "--all", "--reason", "which", "--yes"));
    assertEquals(ExitCode.USAGE, run("4", "--reason", "unknown", "--yes"));
    assertTrue(cli.err().contains("use 0 to 3"), cli.err());
    assertEquals(ExitCode.USAGE, cli.run("shards", "begin-quarantine"));
    assertEquals(ExitCode.USAGE, cli.run("shards", "--all"));

    assertTrue(line(3).contains("restarted"));
  }

  @Test
  void aFenceIsDeletedWithTheTokenThatItShows() {
    run("--all", "--reason", "no worker runs", "--yes");
    cli.run("fence", "backups", "7");

    assertEquals(ExitCode.USAGE, cli.run("fence", "backups", "--delete"));
    assertEquals(ExitCode.HELD, cli.run("fence", "backups", "6", "--delete"));
    assertEquals(ExitCode.OK, cli.run("fence", "backups", "7", "--delete"));
    assertEquals("7\n", cli.out());
    assertEquals(ExitCode.NOT_FOUND, cli.run("fence", "backups", "7", "--delete"));
    assertEquals("0", cli.output("fence", "backups").strip());
  }

  private int run(String... words) {
    String[] all = Arrays.copyOf(END, END.length + words.length);
    System.arraycopy(words, 0, all, END.length, words.length);
    return cli.run(all);
  }
}

package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.cli.ExitCode;
import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.EndQuarantineResult;
import io.tenure.client.calls.ShardStatus;
import io.tenure.store.redis.TestRedis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks {@code tenure shards} at a standby: the active server is in quarantine on shards 2 and 3.
 */
class StandbyShardsTest {

  private static final String NOWHERE = "http://127.0.0.1:1";
  private static final String[] END_ALL = {
    "shards", "end-quarantine", "--all", "--reason", "no worker runs", "--yes"
  };
  private static final String[] END_2 = {
    "shards", "end-quarantine", "2", "--reason", "no worker runs", "--yes"
  };

  @TempDir Path directory;

  private TestRedis redis;
  private Opened active;
  private Opened standby;

  @BeforeEach
  void open() throws IOException {
    redis = TestRedis.start(Files.createDirectory(directory.resolve("redis")));
    for (int shard = 2; shard <= 3; shard++) {
      String meta = "tenure:{" + shard + "}:meta";
      redis.command("HSET", meta, "epoch", "1", "doubt", "restarted", "promised", "3600000");
    }
    String[] flags = {"STORE", redis.address(), "SHARDS", "4"};
    active = new Opened(directory.resolve("active"), flags);
    standby = Opened.standby(directory.resolve("standby"), flags);
  }

  @AfterEach
  void close() {
    standby.close();
    active.close();
    redis.close();
  }

  private Cli at(String... addresses) {
    return new Cli(String.join(",", addresses));
  }

  private String owner() {
    return active.router().reports().get(2).owner();
  }

  private boolean inQuarantine(int shard) {
    return active.router().reports().get(shard).quarantineMillis() > 0;
  }

  private void assertNamesOwner(String shards, String err) {
    String told =
        "tenure: %s owned by %s; the asked servers do not know its quarantines: add its address"
            + " to TENURE_ADDR, or ask again when it answers\n";
    assertEquals(told.formatted(shards, owner()), err);
  }

  @Test
  void theStandbyAloneSaysThatItKnowsNoQuarantine() {
    Cli cli = at(standby.url());

    assertEquals(ExitCode.OK, cli.run("shards"));
    String row = cli.out().lines().toList().get(3);
    assertTrue(row.matches("2 +tenure-\\S+ +stands by +\\?\\s*"), row);
    assertNamesOwner("shards 0, 1, 2, 3 are", cli.err());
    assertEquals(ExitCode.OK, cli.run("shards", "2", "--json"));
    assertTrue(cli.out().contains("\"epoch\":0,\"state\":\"stands_by\""), cli.out());
    assertFalse(cli.out().contains("quarantineMs"), cli.out());
  }

  @Test
  void theStandbyAloneEndsNothingAndDoesNotSayThatThereIsNothingToEnd() {
    Cli cli = at(standby.url());

    assertEquals(ExitCode.UNAVAILABLE, cli.run(END_ALL));
    assertNamesOwner("shards 0, 1, 2, 3 are", cli.err());
    assertEquals("", cli.out());
    assertEquals(ExitCode.UNAVAILABLE, cli.run(END_2));
    assertNamesOwner("shard 2 is", cli.err());
    assertTrue(inQuarantine(2) && inQuarantine(3));
  }

  @Test
  void withBothAddressesEachShardIsShownAsItsOwnerKnowsIt() {
    Cli cli = at(standby.url(), active.url());

    assertEquals(ExitCode.OK, cli.run("shards"), cli.err());
    List<String> rows = cli.out().lines().toList();
    assertTrue(rows.get(1).matches("0 +\\S+ +\\d+ +serves\\s*"), rows.get(1));
    assertTrue(rows.get(3).matches("2 +\\S+ +\\d+ +serves +(1h|59m).* restarted\\s*"), rows.get(3));
    assertFalse(cli.err().contains("TENURE_ADDR"), cli.err());
  }

  @Test
  void withBothAddressesAllQuarantinesAreEnded() {
    Cli cli = at(standby.url(), active.url());

    assertEquals(ExitCode.OK, cli.run(END_ALL), cli.err());
    assertEquals(2, cli.out().lines().count(), cli.out());
    Opened.await("both are over", () -> !inQuarantine(2) && !inQuarantine(3));
    assertEquals(ExitCode.OK, cli.run(END_ALL));
    assertEquals("tenure: no shard is in quarantine\n", cli.err());
  }

  @Test
  void withSeveralAddressesTheQuarantineOfOneShardIsEndedAtItsOwner() {
    Cli cli = at(NOWHERE, standby.url(), active.url());

    assertEquals(ExitCode.OK, cli.run(END_2), cli.err());
    assertTrue(cli.out().startsWith("shard 2: ended"), cli.out());
    Opened.await("it is over", () -> !inQuarantine(2));
    assertTrue(inQuarantine(3));
  }

  @Test
  void aClientOverAStreamAsksTheOwnerToo() {
    ClientOptions both = ClientOptions.of(standby.url() + "," + active.url());
    try (TenureClient client = TenureClient.connect(both)) {
      ShardStatus shard = client.calls().shards().blockOptional().orElseThrow().get(2);
      assertTrue(shard.isFromOwner());
      assertEquals("restarted", shard.doubt());
      EndQuarantineResult end =
          client.calls().endQuarantine(2, "over").blockOptional().orElseThrow();
      assertTrue(end.ended());
    }
  }
}

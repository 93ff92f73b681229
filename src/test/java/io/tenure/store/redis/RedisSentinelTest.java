package io.tenure.store.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.machine.RealMachine;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks a primary and its replica that are found through a Sentinel. */
@RealMachine
class RedisSentinelTest extends RedisContract {

  @TempDir private static Path directory;
  private static TestRedis primary;
  private static TestRedis replica;
  private static TestRedis sentinel;

  @BeforeAll
  static void start() throws Exception {
    primary = TestRedis.start(Files.createDirectory(directory.resolve("primary")));
    replica =
        TestRedis.start(
            Files.createDirectory(directory.resolve("replica")),
            "replicaof 127.0.0.1 " + primary.port());
    primary.await(() -> primary.command("INFO", "replication").contains("state=online"));
    sentinel =
        TestRedis.sentinel(
            Files.createDirectory(directory.resolve("sentinel")),
            "sentinel monitor main 127.0.0.1 " + primary.port() + " 1",
            // Sentinel fails over when the test asks for it, and not because this machine is busy.
            "sentinel down-after-milliseconds main 60000",
            "sentinel failover-timeout main 2000");
    sentinel.await(
        () -> sentinel.command("SENTINEL", "replicas", "main").contains("" + replica.port()));
  }

  @AfterAll
  static void stop() {
    sentinel.close();
    replica.close();
    primary.close();
  }

  @Override
  String address() {
    return "redis+sentinel://127.0.0.1:" + sentinel.port() + "/main/2";
  }

  @Test
  void afterAFailOverTheNewPrimaryIsFoundAndNothingIsTakenForGranted() throws Exception {
    long epoch = claim("a");
    append(epoch, 1, begin(0, 1));
    int old = master();
    assertTrue(sentinel.command("SENTINEL", "failover", "main").startsWith("OK"));
    sentinel.await(() -> master() != old);

    Answered.atLast(() -> store().append(shard, epoch, 2, List.of(begin(1, 2))));

    assertEquals(2, load(epoch).size());
    Vertx other = Vertx.vertx();
    var next = store(other, SHARDS);
    var claim = Answered.atLast(() -> next.claim(shard, "a", PERIOD, false));
    assertEquals(TTL, claim.quarantineMillis());
    Answered.of(next.close());
    Answered.of(other.close());
  }

  private static int master() throws java.io.IOException {
    String[] at = sentinel.command("SENTINEL", "get-master-addr-by-name", "main").split("\n");
    return Integer.parseInt(at[1]);
  }
}

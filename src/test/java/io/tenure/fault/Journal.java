package io.tenure.fault;

import java.util.List;
import java.util.stream.IntStream;

/** The durable data of servers in their Redis, as an observer sees it. */
record Journal(RedisProcess redis, int shards) {

  private static final long WHOLE_MILLIS = 20_000;

  /**
   * Returns when every shard has all that its owner knows. The next claim or extension notices an
   * earlier loss at the latest, and each of them raises the beat of the shard; a journal that is
   * being rewritten is marked as torn. After that its owner must vouch for this Redis.
   */
  void awaitWhole() {
    List<String> before = beats();
    if (!Stage.becomes(() -> wholeSince(before), WHOLE_MILLIS)) {
      throw new NotInTime("not everything is written again");
    }
  }

  private boolean wholeSince(List<String> before) {
    List<String> now = beats();
    return all().allMatch(shard -> !now.get(shard).equals(before.get(shard)))
        && all().noneMatch(shard -> redis.ask("HEXISTS", meta(shard), "torn").equals("1"))
        && all().allMatch(this::vouchedFor);
  }

  /** A Redis that was a replica meanwhile is the same process with another history. */
  private boolean vouchedFor(int shard) {
    String run = redis.ask("HGET", meta(shard), "run");
    String history = redis.ask("HGET", meta(shard), "replid");
    return redis.ask("INFO", "server").contains("run_id:" + run)
        && redis.ask("INFO", "replication").contains("master_replid:" + history);
  }

  private List<String> beats() {
    return all().mapToObj(shard -> redis.ask("HGET", meta(shard), "beat")).toList();
  }

  private IntStream all() {
    return IntStream.range(0, shards);
  }

  private static String meta(int shard) {
    return "tenure:{" + shard + "}:meta";
  }
}

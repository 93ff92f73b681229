package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.store.LeaseStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Checks the connections of batches: no shard waits for Redis to read the batch of another. */
class RedisLanesTest extends RedisGroundwork {

  @Test
  void batchesOfDifferentShardsTakeDifferentConnections() throws Exception {
    startRedis();
    RedisStore store = server();
    Context loop = vertx.getOrCreateContext();
    for (int shard = 0; shard < 2 * ConnectionSource.LANES; shard++) {
      append(store, loop, shard);
    }
    long connections =
        redis
            .command("CLIENT", "LIST")
            .lines()
            .filter(line -> line.contains("cmd=evalsha"))
            .count();

    assertEquals(ConnectionSource.LANES + 1, connections, "one for each lane, one for all else");
  }

  private static void append(RedisStore store, Context loop, int shard) {
    long epoch = atLast(loop, () -> store.claim(shard, "a", LeaseStore.FOR_EVER, false)).epoch();
    atLast(loop, () -> store.append(shard, epoch, 1, List.of(begin(0, 1))));
  }

  private static <T> T atLast(Context loop, Supplier<Future<T>> asked) {
    return Answered.atLast(
        () -> Future.future(answer -> loop.runOnContext(turn -> asked.get().onComplete(answer))));
  }
}

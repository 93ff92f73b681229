package io.tenure.door;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.ShardFinder;
import io.tenure.shard.ShardRouter;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Finds the shard of a request among those of this server. */
record LocalShardFinder(ShardRouter router) implements ShardFinder {

  @Override
  public int of(Key key) {
    return router.shardOf(key);
  }

  @Override
  public int of(LeaseId id) {
    return router.shardOf(id);
  }

  @Override
  public int of(String name) {
    return router.shardOf(name);
  }

  @Override
  public int any(@Nullable String id) {
    return id == null ? ThreadLocalRandom.current().nextInt(router.shards()) : router.shardOf(id);
  }

  @Override
  public int checked(int shard) {
    if (shard < 0 || shard >= router.shards()) {
      throw new InvalidFieldException(
          "shard", "is " + shard + "; use 0 to " + (router.shards() - 1));
    }
    return shard;
  }
}

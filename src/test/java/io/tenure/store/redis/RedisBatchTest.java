package io.tenure.store.redis;

import static io.tenure.store.LeaseStoreContract.begin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.EndReason;
import io.tenure.api.Value;
import io.tenure.core.Change;
import io.tenure.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks how batches arrive in Redis. */
class RedisBatchTest extends RedisGroundwork {

  @Test
  void aBatchThatFailsHalfwayIsNotTakenForKeptWhenItComesAgain() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    append(store, epoch, 1, begin(0, 1));
    String segment = ShardKeys.of(SHARD).segment(0);
    redis.command("RENAME", segment, segment + ":aside");
    redis.command("SET", segment, "by hand");

    for (int time = 0; time < 2; time++) {
      var appended = store.append(SHARD, epoch, 2, List.of(begin(1, 2)));
      String trouble =
          String.valueOf(Answered.failed(StoreUnavailableException.class, appended).getMessage());
      assertTrue(trouble.contains("WRONGTYPE"), trouble);
    }
    redis.command("RENAME", segment + ":aside", segment);

    append(store, epoch, 2, begin(1, 2));
    assertEquals(List.of(begin(0, 1), begin(1, 2)), load(store, epoch));
  }

  /**
   * All changes are in one hash. The lists, also the list of deletions, are longer than Lua can
   * pass on at once.
   */
  @Test
  void textsOfEveryLengthAndListsOfAnyAreKept() throws Exception {
    startRedis();
    RedisStore store = server();
    long epoch = claim(store).epoch();
    List<Change> changes = new ArrayList<>();
    List<Change> ends = new ArrayList<>();
    for (int slot = 0; slot < ShardKeys.SEGMENT_ROWS; slot++) {
      Value value = Value.of("v".repeat(slot % 600));
      changes.add(begin(slot, slot + 1));
      changes.add(new Change.Revalue(slot, slot + 1, value, null));
      ends.add(new Change.End(slot, slot + 1, EndReason.EXPIRED, null, false));
    }
    Answered.of(store.append(SHARD, epoch, 1, changes));
    assertEquals(Ledgers.after(changes), Ledgers.after(load(store, epoch)));

    RedisStore later = server();
    long next = claim(later).epoch();
    Answered.of(later.append(SHARD, next, changes.size() + 1, ends));

    assertEquals(List.of(), load(later, next));
    assertEquals("0", redis.command("EXISTS", ShardKeys.of(SHARD).segment(0)));
  }
}

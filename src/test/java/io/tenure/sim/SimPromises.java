package io.tenure.sim;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * The promised times of leases, as far as a server or replica knows them after any loss of Redis.
 */
final class SimPromises {

  private final SimStore store;
  private final Schedule schedule;
  private final Foretold[] foretold;
  private IntConsumer whenPromised = server -> {};

  SimPromises(SimStore store, Schedule schedule, Scenario scenario) {
    this.store = store;
    this.schedule = schedule;
    foretold = new Foretold[scenario.shards()];
    Arrays.setAll(foretold, shard -> new Foretold(scenario.effectiveOwnershipMillis()));
  }

  /** {@code each} receives the server that made, or announced, a promise longer than any before. */
  void whenPromised(IntConsumer each) {
    whenPromised = each;
  }

  /** Called after each script, because it may have raised the promise. */
  void mayBeRaised(int shard, SimServer server) {
    if (foretold[shard].told(inRedis(shard), schedule.now())) {
      whenPromised.accept(server.number());
    }
  }

  /**
   * Writes the promises that a server still knows into Redis again, so that every server knows
   * them.
   */
  void rememberAfterLoss() {
    for (int shard = 0; shard < foretold.length; shard++) {
      long left = inRedis(shard);
      long known = foretold[shard].afterLoss(left, schedule.now());
      if (known > left) {
        store.setField(shard, "promised", Long.toString(known));
      }
    }
  }

  private long inRedis(int shard) {
    return Long.parseLong(Objects.requireNonNullElse(store.field(shard, "promised"), "0"));
  }
}

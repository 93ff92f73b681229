package io.tenure.sim;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntConsumer;

/** For how long leases were promised, as far as somebody remembers whatever Redis loses. */
final class SimPromises {

  private final SimStore store;
  private final Schedule schedule;
  private final Foretold[] foretold;
  private IntConsumer whenPromised = server -> {};

  SimPromises(SimStore store, Schedule schedule, Scenario scenario) {
    this.store = store;
    this.schedule = schedule;
    foretold = new Foretold[scenario.shards()];
    Arrays.setAll(foretold, shard -> new Foretold(scenario.termMillis()));
  }

  /** {@code each} hears which server has made a promise longer than any before, or foretold it. */
  void whenPromised(IntConsumer each) {
    whenPromised = each;
  }

  /** Told by whoever runs a script: it may have raised what is promised. */
  void mayBeRaised(int shard, SimServer server) {
    if (foretold[shard].told(inRedis(shard), schedule.now())) {
      whenPromised.accept(server.number());
    }
  }

  /** What somebody knows is written again, so that every server knows it. */
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

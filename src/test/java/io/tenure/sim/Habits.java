package io.tenure.sim;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Request;
import io.tenure.api.Value;
import io.tenure.shard.ShardHash;
import org.jspecify.annotations.Nullable;

/** Chooses the requests of clients, their durations, and the patience of the clients. */
final class Habits {

  private final Scenario scenario;
  private final Chance chance;
  private final Key[] keys;

  Habits(Scenario scenario, Chance chance) {
    this.scenario = scenario;
    this.chance = chance;
    keys = new Key[scenario.keys()];
    for (int at = 0; at < keys.length; at++) {
      keys[at] = Key.of("k/" + at);
    }
  }

  Key someKey() {
    return keys[chance.below(keys.length)];
  }

  int shardOf(Key key) {
    return (int) Math.floorMod(ShardHash.hash(key), (long) scenario.shards());
  }

  Request.Acquire wish(SimClient client, Key key, @Nullable LeaseId session) {
    long ttl = someTtlMillis();
    AcquireBuilder wish =
        AcquireBuilder.of(key, client.name).mode(someMode(key)).requestId(client.newRequestId());
    if (chance.below(10) < 7) {
      wish.waiting(Math.min(3_600_000, chance.spread(1, ttl * 4)));
    }
    if (chance.percent(scenario.lockDelayPercent())) {
      wish.lockDelay(Math.min(86_400_000, chance.spread(1, ttl)));
    }
    if (chance.oneIn(12)) {
      wish.maxLifetime(Math.max(100, chance.spread(ttl / 2, ttl * 4)));
    }
    if (chance.oneIn(10)) {
      wish.value(Value.of("at " + client.name));
    }
    if (session != null) {
      return wish.under(session).build();
    }
    if (chance.oneIn(10)) {
      wish.hardTtl(Math.min(86_400_000, chance.spread(ttl, ttl * 2)));
    }
    return wish.ttl(ttl).build();
  }

  /** Most keys are always requested in the same mode; some are shared by readers and writers. */
  private Mode someMode(Key key) {
    int kind = (int) Math.floorMod(ShardHash.hash(key) >>> 8, 10L);
    if (kind < 6) {
      return Mode.EXCLUSIVE;
    }
    if (kind < 8) {
      return chance.oneIn(3) ? Mode.EXCLUSIVE : Mode.SHARED;
    }
    return chance.oneIn(20) ? Mode.EXCLUSIVE : Mode.slots(1 + kind % 8 * 2);
  }

  long someTtlMillis() {
    long ttl = scenario.ttlMillis();
    long least = scenario.strain() == Strain.PROMISE_FORGOTTEN ? ttl / 64 : ttl / 2;
    return Math.max(100, Math.min(86_400_000, chance.spread(Math.max(1, least), ttl * 2)));
  }

  long someRenewals() {
    return scenario.contended() ? chance.spread(1, 20) : chance.spread(3, 300);
  }

  long restNanos() {
    long ttl = scenario.ttlMillis() * Schedule.MILLI;
    return chance.spread(ttl / 20, scenario.contended() ? ttl * 2 : ttl / 4);
  }

  long patienceNanos() {
    return Math.min(5_000, 100 + scenario.ttlMillis() / 2) * Schedule.MILLI;
  }
}

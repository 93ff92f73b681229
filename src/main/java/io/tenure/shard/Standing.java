package io.tenure.shard;

import org.jspecify.annotations.Nullable;

/**
 * Says how a shard stands: at every change of its stage, and a few times a second. Owned by the
 * shard's loop.
 */
final class Standing {

  /** People see no more than this, and it costs next to nothing. */
  private static final long SAY_EVERY_NANOS = 250_000_000L;

  private final int shard;
  private final Ownership ownership;
  private final Loop loop;
  private final ShardMeter meter;
  private ShardState.Stage stage = ShardState.Stage.CLAIMS;

  /** While it is not served. */
  private ShardState.Store store = ShardState.Store.ANSWERS;

  private long sayAgainNanos;

  Standing(int shard, Ownership ownership, Loop loop, ShardMeter meter) {
    this.shard = shard;
    this.ownership = ownership;
    this.loop = loop;
    this.meter = meter;
    sayAgainNanos = loop.nowNanos();
  }

  void tick(@Nullable Reign reign) {
    if (loop.nowNanos() - sayAgainNanos >= 0) {
      say(stage, reign);
    }
  }

  /** Whoever stands by, or finds the store away, goes on so while it asks once more. */
  void claims() {
    if (stage != ShardState.Stage.STANDS_BY && store == ShardState.Store.ANSWERS) {
      is(ShardState.Stage.CLAIMS, null);
    }
  }

  /** The shard could not be had; {@code refused}: because another server owns it. */
  void waits(boolean refused) {
    store = refused ? ShardState.Store.ANSWERS : ShardState.Store.AWAY;
    say(refused ? ShardState.Stage.STANDS_BY : ShardState.Stage.CLAIMS, null);
  }

  void is(ShardState.Stage now, @Nullable Reign reign) {
    store = ShardState.Store.ANSWERS;
    say(now, reign);
  }

  private void say(ShardState.Stage now, @Nullable Reign reign) {
    stage = now;
    sayAgainNanos = loop.nowNanos() + SAY_EVERY_NANOS;
    meter.says(
        reign == null
            ? new ShardState(shard, now, ownership.epoch(), store, 0, null)
            : new ShardState(
                shard,
                now,
                ownership.epoch(),
                reign.store(loop.nowNanos()),
                reign.line.parked(),
                reign.table.census()));
  }
}

package io.tenure.shard;

import io.tenure.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Says how a shard stands: at every change of its stage, and a few times a second. Owned by the
 * shard's loop.
 */
final class StatusReporter {

  /** People see no more than this, and it costs next to nothing. */
  private static final long SAY_EVERY_NANOS = 250_000_000L;

  private final int shard;
  private final String server;
  private final Ownership ownership;
  private final Epochs epochs;
  private final ShardLoop loop;
  private final ShardMeter meter;
  private ShardState.Stage stage = ShardState.Stage.CLAIMS;

  /** While it is not served. */
  private ShardState.Store store = ShardState.Store.ANSWERS;

  /** The other server that owns it, as the store last said; empty when none does. */
  private String owner = "";

  /** Why it cannot be had or served yet; empty when another server owns it. */
  private String note = "";

  private long sayAgainNanos;

  /** {@code server}: the name of this one. */
  StatusReporter(
      int shard,
      String server,
      Ownership ownership,
      Epochs epochs,
      ShardLoop loop,
      ShardMeter meter) {
    this.shard = shard;
    this.server = server;
    this.ownership = ownership;
    this.epochs = epochs;
    this.loop = loop;
    this.meter = meter;
    sayAgainNanos = loop.nowNanos();
  }

  void tick(@Nullable OwnedShard owned) {
    if (loop.nowNanos() - sayAgainNanos >= 0) {
      say(stage, owned);
    }
  }

  /** Whoever stands by, or finds the store away, goes on so while it asks once more. */
  void claims() {
    if (stage != ShardState.Stage.STANDS_BY && store == ShardState.Store.ANSWERS) {
      is(ShardState.Stage.CLAIMS, null);
    }
  }

  /** The shard could not be had. */
  void waits(Throwable why) {
    boolean refused = why instanceof LeaseStore.Refused;
    owner = why instanceof LeaseStore.Refused refusal ? refusal.owner() : "";
    note = owner.isEmpty() ? String.valueOf(why.getMessage()) : "";
    store = refused ? ShardState.Store.ANSWERS : ShardState.Store.AWAY;
    say(refused ? ShardState.Stage.STANDS_BY : ShardState.Stage.CLAIMS, null);
  }

  void is(ShardState.Stage now, @Nullable OwnedShard owned) {
    is(now, owned, "");
  }

  private void is(ShardState.Stage now, @Nullable OwnedShard owned, String because) {
    store = ShardState.Store.ANSWERS;
    owner = "";
    note = because;
    say(now, owned);
  }

  /** It is owned, and not to be served yet. */
  void awaitsOpening() {
    is(ShardState.Stage.AWAITS_OPENING, null, epochs.awaits());
  }

  private void say(ShardState.Stage now, @Nullable OwnedShard owned) {
    stage = now;
    sayAgainNanos = loop.nowNanos() + SAY_EVERY_NANOS;
    boolean ours =
        now == ShardState.Stage.LOADS
            || now == ShardState.Stage.AWAITS_OPENING
            || now == ShardState.Stage.SERVES;
    meter.says(
        new ShardState(
            shard,
            now,
            ours ? server : owner,
            ownership.epoch(),
            owned == null ? store : owned.store(loop.nowNanos()),
            owned == null ? 0 : owned.line.parked(),
            owned == null ? note : epochs.trouble(),
            owned == null ? null : owned.table.stats()));
  }
}

package io.tenure.shard;

import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.ownership.EpochClaimer;
import io.tenure.shard.ownership.Ownership;
import io.tenure.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Reports on a shard at every change of its state, and a few times a second. Owned by the shard's
 * loop; any thread may read the last report.
 */
final class StatusReporter {

  /** Often enough for operators, with hardly any cost. */
  private static final long REPORT_EVERY_NANOS = 250_000_000L;

  private final int shard;
  private final String server;
  private final Ownership ownership;
  private final EpochClaimer epochs;
  private final ShardLoop loop;

  /** The state of the store after the last claim, while the shard is not served. */
  private ShardReport.Store store = ShardReport.Store.ANSWERS;

  /** The other server that owns the shard, as the store last said; empty when none does. */
  private String owner = "";

  /**
   * The reason why the shard cannot be claimed or served yet; empty when another server owns it.
   */
  private String note = "";

  private long reportAgainNanos;
  private volatile ShardReport reported;

  /** {@code server} is the name of this server. */
  StatusReporter(
      int shard, String server, Ownership ownership, EpochClaimer epochs, ShardLoop loop) {
    this.shard = shard;
    this.server = server;
    this.ownership = ownership;
    this.epochs = epochs;
    this.loop = loop;
    reportAgainNanos = loop.nowNanos();
    reported = present(ShardState.WAITING, null);
  }

  ShardReport reported() {
    return reported;
  }

  void tick(ShardState state, @Nullable OwnedShard owned) {
    if (loop.nowNanos() - reportAgainNanos >= 0) {
      report(state, owned);
    }
  }

  /** Updates the report; during another claim the report of the last claim stays. */
  void became(ShardState state, @Nullable OwnedShard owned) {
    if (state != ShardState.CLAIMING
        && state != ShardState.LOOKING
        && state != ShardState.RETRACTING) {
      store = ShardReport.Store.ANSWERS;
      owner = "";
      note = state == ShardState.AWAITING_OPENING ? epochs.awaits() : "";
    }
    report(state, owned);
  }

  /** Reports that the claim of the shard failed. */
  void couldNotClaim(ShardState state, Throwable why) {
    boolean refused = why instanceof LeaseStore.Refused;
    owner = why instanceof LeaseStore.Refused refusal ? refusal.owner() : "";
    note = owner.isEmpty() ? String.valueOf(why.getMessage()) : "";
    store = refused ? ShardReport.Store.ANSWERS : ShardReport.Store.AWAY;
    report(state, null);
  }

  private void report(ShardState state, @Nullable OwnedShard owned) {
    reportAgainNanos = loop.nowNanos() + REPORT_EVERY_NANOS;
    reported = present(state, owned);
  }

  private ShardReport present(ShardState state, @Nullable OwnedShard owned) {
    return new ShardReport(
        shard,
        state,
        state.isOwning() ? server : owner,
        state.isOwning() ? ownership.epoch() : 0,
        owned == null ? store : owned.store(loop.nowNanos()),
        owned == null ? note : epochs.trouble(),
        owned == null ? null : owned.contents());
  }
}

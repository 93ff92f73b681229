package io.tenure.shard;

import io.tenure.core.LeaseTable;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;

/**
 * Claims epochs, none earlier than the seconds since 2020: so tokens grow even when the store has
 * lost everything. The wall clock is used only to jump forward. Owned by the shard's loop.
 */
final class Epochs {

  private static final long YEAR_2020_MILLIS = 1_577_836_800_000L;
  private static final int MILLIS_PER_SECOND = 1_000;
  private static final int MICROS_PER_MILLI = 1_000;

  private final Ownership ownership;
  private final Clock clock;
  private int microsOfSecond;
  private long seconds;

  Epochs(Ownership ownership, Clock clock) {
    this.ownership = ownership;
    this.clock = clock;
  }

  Future<LeaseStore.Claim> next() {
    long millis = Math.max(0, clock.wallMillis() - YEAR_2020_MILLIS);
    seconds = millis / MILLIS_PER_SECOND;
    microsOfSecond = (int) (millis % MILLIS_PER_SECOND) * MICROS_PER_MILLI;
    return ownership.claim(seconds);
  }

  /** Numbers begin later in the epoch the later in its second it was claimed. */
  void enter(LeaseTable table, long epoch) {
    table.enter(epoch, epoch == seconds ? microsOfSecond : 0);
  }

  long wallSeconds() {
    return Math.max(0, clock.wallMillis() - YEAR_2020_MILLIS) / MILLIS_PER_SECOND;
  }
}

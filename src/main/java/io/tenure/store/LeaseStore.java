package io.tenure.store;

import io.tenure.core.Change;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the changes of shards, each for its current owner only. Every future completes within a
 * bounded time, on the context of the one who asked. One that fails with {@link Refused} or {@link
 * WentBackwards} had no effect; after any other failure nobody knows, and the same call may be made
 * again.
 */
public interface LeaseStore {

  /** A term that never runs out: nobody but the same owner takes the shard over. */
  long FOR_EVER = 0;

  /**
   * What a claim gives. {@code quarantineMillis}: so long nothing may be granted, because leases
   * that the store has lost may still be believed in: the longest ever promised, and a term in
   * which an owner it has forgotten may still renew; 0 when it can have lost none.
   */
  record Claim(long epoch, long quarantineMillis) {}

  /**
   * Takes the shard over under a larger epoch, {@code max(stored + 1, epochMin)}, and owns it for
   * {@code termMillis}, which this store counts by a monotonic clock. Refused while another owner's
   * term runs. An owner may claim again what it owns: its epoch moves on.
   */
  Future<Claim> claim(int shard, String owner, long epochMin, long termMillis);

  /** Owns the shard for {@code termMillis} from now. Refused once the epoch has moved on. */
  Future<Void> extend(int shard, String owner, long epoch, long termMillis);

  /** The owner leaves, with everything appended: others need not wait for its term to run out. */
  Future<Void> leave(int shard, String owner, long epoch);

  /** Hands out what recovery replays, in order. Refused once the epoch has moved on. */
  Future<Void> load(int shard, long epoch, Consumer<Change> replay);

  /**
   * Keeps all of {@code changes} or none. {@code first} is the place of the first one: from the
   * first batch of an epoch on the places follow each other without a gap, so that a store that
   * went backwards is noticed. A batch that was kept already is kept once. Refused once the epoch
   * has moved on.
   */
  Future<Void> append(int shard, long epoch, long first, List<Change> changes);

  /**
   * Drops all it kept of the shard, under the epoch just claimed: the owner will append everything
   * again from memory. Until {@link #whole}, whoever else claims it is told of a quarantine.
   */
  Future<Void> wipe(int shard, long epoch);

  /** The owner has appended everything again. */
  Future<Void> whole(int shard, long epoch);

  /** The store says no: nothing was done. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String why) {
      super(why, null, false, false);
    }
  }

  /** The store has lost what it had kept: nothing was done. */
  final class WentBackwards extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WentBackwards(String why) {
      super(why, null, false, false);
    }
  }
}

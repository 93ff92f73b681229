package io.tenure.store;

import io.tenure.core.Change;
import io.vertx.core.Future;
import java.util.List;

/**
 * Keeps the changes of shards, each for its current owner only. Every future completes within a
 * bounded time. One that fails with {@link Refused} had no effect; after any other failure nobody
 * knows.
 */
public interface LeaseStore {

  /**
   * Takes the shard over under a larger epoch, {@code max(stored + 1, seconds since 2020-01-01)},
   * and owns it for {@code ttlMillis} by the store's own monotonic clock. Refused while another
   * owner's time runs. An owner may claim again what it owns: its epoch moves on.
   */
  Future<Long> claim(int shard, String owner, long ttlMillis);

  /** Owns the shard for {@code ttlMillis} from now. Refused once the epoch has moved on. */
  Future<Void> extend(int shard, String owner, long epoch, long ttlMillis);

  /** What recovery replays, in order. Refused once the epoch has moved on. */
  Future<List<Change>> load(int shard, long epoch);

  /**
   * Keeps all of {@code changes} or none. {@code first} is the place of the first one: within an
   * epoch the places follow on without a gap, so that a store that went backwards is noticed.
   * Refused once the epoch has moved on.
   */
  Future<Void> append(int shard, long epoch, long first, List<Change> changes);

  /** The store says no: nothing was done. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Refused(String why) {
      super(why, null, false, false);
    }
  }
}

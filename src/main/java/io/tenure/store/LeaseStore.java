package io.tenure.store;

import io.tenure.core.Change;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/**
 * Stores the changes of shards, each shard for its current owner only. Every future completes
 * within a bounded time, on the context of its caller. A call that fails with {@link Refused},
 * {@link Declined} or {@link WentBackwards} had no effect. After any other failure the outcome of
 * the call is unknown, and the caller may make the same call again.
 *
 * <p>An ownership is <em>claimed</em> when a server takes over a shard that it does not own, or
 * does not own for certain any more. The server loads the shard, and is in doubt about changes that
 * the store may have lost meanwhile. An ownership is <em>advanced</em> by the owner that has had
 * the shard without interruption and has all of it in memory. Then nothing is in doubt, even if the
 * store has lost something.
 */
public interface LeaseStore {

  /** An ownership period that never runs out: only the same owner takes the shard over. */
  long FOR_EVER = 0;

  /**
   * An epoch, and the time of the store's clock in the step that gave the epoch. Numbers that begin
   * at that time are larger than all numbers that were given by that clock before, even if
   * everything is lost.
   *
   * @param microsOfSecond how far the clock was in the second of this epoch; 0 when the clock had
   *     not reached that second
   * @param aheadMillis how long until the clock reaches this epoch; 0 when the clock has reached it
   */
  record Epoch(long number, int microsOfSecond, long aheadMillis) {

    /**
     * The limit of the wait for the clock of the store. Consecutive claims do not come so far
     * ahead: a clock was set back, or the store is on another machine now. The wait for that clock
     * could take for ever.
     */
    public static final long AHEAD_MILLIS_MAX = 5_000;

    /** Returns an epoch that the clock has reached just now. */
    public static Epoch of(long number) {
      return new Epoch(number, 0, 0);
    }
  }

  /**
   * The result of a claim.
   *
   * @param quarantineMillis for so long after the opening nothing may be granted, because holders
   *     may still believe in leases that the store has lost. This is the longest time ever
   *     promised; 0 when the store can have lost no lease. Every later claim reports the quarantine
   *     again, until {@link #whole}
   * @param forgottenOwnershipMillis for so long an owner that the store has forgotten may still
   *     serve, and the new owner must not; 0 when nothing is in doubt
   * @param doubt why something may have been lost; empty when nothing is in doubt
   * @param identity which store this is, as the store names itself; see {@link #advance}
   */
  record Claim(
      Epoch given,
      long quarantineMillis,
      long forgottenOwnershipMillis,
      String doubt,
      String identity) {

    /** Returns the claim of a shard that cannot have lost anything. */
    public static Claim of(Epoch given) {
      return new Claim(given, 0, 0, "", "");
    }

    public long epoch() {
      return given.number();
    }

    public boolean inDoubt() {
      return !doubt.isEmpty();
    }
  }

  /**
   * The changes that a shard may lack, though its owner has written everything that it has.
   *
   * @param reason why the claim was in doubt; empty when nothing is missing
   * @param epoch the epoch of the claim
   */
  record Doubt(String reason, long epoch) {
    public static final Doubt NONE = new Doubt("", 0);
  }

  /**
   * The result of an advance.
   *
   * @param wentBackwards the store has lost durable changes: {@link #wipe} the shard, and append
   *     everything again
   */
  record Advance(Epoch given, boolean wentBackwards) {

    public long epoch() {
      return given.number();
    }
  }

  /**
   * The result of an extension.
   *
   * @param identity which store has extended the ownership, as the store names itself; see {@link
   *     #advance}
   * @param elsewhere this store is not the one that the epoch is of: {@link #advance}, so that this
   *     store knows that it has everything
   * @param learns another server knows a longer promise, or a longer ownership period, than this
   *     owner in doubt: {@link #claim} again to learn it
   */
  record Extension(String identity, boolean elsewhere, boolean learns) {}

  /**
   * Takes the shard over under an epoch larger than all before. The server owns the shard for
   * {@code ownershipMillis}, which this store counts by a monotonic clock. The store refuses a
   * claim while the ownership period of another owner runs.
   *
   * @param answeredInVain whether this server, in its last ownership, has answered with changes
   *     that never became durable
   */
  Future<Claim> claim(int shard, String owner, long ownershipMillis, boolean answeredInVain);

  /**
   * Moves the shard on to a larger epoch, for the owner of {@code epoch}. The owner must have had
   * the shard without interruption until the store answers, and no {@link #append} may be under
   * way. The store refuses an advance once another server has claimed the shard.
   *
   * @param identity the store that the owner vouches for: the store that answered the last claim or
   *     extension of the owner while the owner had the shard. The store that executes this call,
   *     perhaps late, notes that identity: if it is another store itself, the next claim is in
   *     doubt
   */
  Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity);

  /**
   * Extends the ownership to {@code ownershipMillis} from now. The store refuses this once the
   * epoch has moved on.
   */
  Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis);

  /**
   * Hands the shard back, after the owner has appended everything. Other servers need not wait for
   * the end of its ownership period.
   */
  Future<Void> leave(int shard, String owner, long epoch);

  /**
   * Passes the changes that recovery replays to {@code replay}, in order. The store refuses this
   * once the epoch has moved on.
   */
  Future<Void> load(int shard, long epoch, Consumer<Change> replay);

  /**
   * Makes all of {@code changes} durable, or none. {@code first} is the change number of the first
   * one. From the first batch of an epoch on, the change numbers follow each other without a gap,
   * so that a store that went backwards is noticed. A batch that is durable already is stored once.
   * The store refuses an append once the epoch has moved on.
   */
  Future<Void> append(int shard, long epoch, long first, List<Change> changes);

  /**
   * Whether an append of this epoch waits on purpose, until its promise is known widely enough.
   * Such a wait does not mean that the store is unavailable.
   */
  default boolean waitsOnPurpose(int shard, long epoch) {
    return false;
  }

  /**
   * Drops everything that is durable of the shard, under the epoch to which the owner has just
   * advanced. The owner will append everything again from memory. Until {@link #whole}, a claim of
   * the shard reports a quarantine.
   */
  Future<Void> wipe(int shard, long epoch);

  /**
   * Notes that the owner has appended everything again, so that the store has all that the owner
   * has. {@code doubt} says whether a holder may believe in a lease that the owner does not have.
   * The store refuses this once the epoch has moved on.
   */
  Future<Void> whole(int shard, long epoch, Doubt doubt);

  /** Reports that the store refuses a call: nothing was done. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The server that owns the shard instead; empty when the refusal has another reason. */
    private final String owner;

    /** The epoch that the owner claimed in doubt; 0 when nothing is in doubt any more. */
    private final long doubtedEpoch;

    public Refused(String why) {
      this(why, "", 0);
    }

    public Refused(String why, String owner, long doubtedEpoch) {
      super(why, null, false, false);
      this.owner = owner;
      this.doubtedEpoch = doubtedEpoch;
    }

    public String owner() {
      return owner;
    }

    public long doubtedEpoch() {
      return doubtedEpoch;
    }
  }

  /** Reports that the store cannot do a call for any owner now: nothing was done. */
  final class Declined extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Declined(String why) {
      super(why, null, false, false);
    }
  }

  /** Reports that the store has lost durable changes: nothing was done. */
  final class WentBackwards extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WentBackwards(String why) {
      super(why, null, false, false);
    }
  }
}

package io.tenure.store;

import io.tenure.core.Change;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;

/**
 * Keeps the changes of shards, each for its current owner only. Every future completes within a
 * bounded time, on the context of its caller. A call that fails with {@link Refused}, {@link
 * Declined} or {@link WentBackwards} had no effect; after any other failure its outcome is unknown,
 * and the same call may be made again.
 *
 * <p>An ownership is <em>claimed</em> when a server takes a shard over that it does not own, or no
 * longer for certain: it loads the shard, and what the store may have lost meanwhile is in doubt.
 * It is <em>advanced</em> by the owner that has had the shard without interruption and has all of
 * it in memory: then nothing is in doubt, whatever the store has lost.
 */
public interface LeaseStore {

  /** An ownership period that never runs out: only the same owner takes the shard over. */
  long FOR_EVER = 0;

  /**
   * An epoch, and what the store's clock showed in the step that gave it. Numbers that begin where
   * the clock stood are larger than all that were given before by that clock, though all is lost.
   *
   * @param microsOfSecond how far the clock was in the second of this epoch; 0 when it had not
   *     reached that second
   * @param aheadMillis how long until the clock reaches this epoch; 0 when it has
   */
  record Epoch(long number, int microsOfSecond, long aheadMillis) {

    /** One that the clock has reached just now. */
    public static Epoch of(long number) {
      return new Epoch(number, 0, 0);
    }
  }

  /**
   * What a claim gives.
   *
   * @param quarantineMillis so long after the opening nothing may be granted, because leases that
   *     the store has lost may still be believed in: the longest ever promised; 0 when it can have
   *     lost none; else every later claim says so again, until {@link #whole}
   * @param forgottenOwnershipMillis for so long an owner that the store has forgotten may still
   *     serve, and this one must not; 0 when nothing is in doubt
   * @param doubt why something may have been lost; empty when nothing is in doubt
   * @param identity which store this is, as it names itself; see {@link #advance}
   */
  record Claim(
      Epoch given,
      long quarantineMillis,
      long forgottenOwnershipMillis,
      String doubt,
      String identity) {

    /** A claim of a shard of which nothing can have been lost. */
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
   * What may be missing from a shard, though its owner has written all that it has.
   *
   * @param reason why the claim was in doubt; empty when nothing is missing
   * @param epoch that of the claim
   */
  record Doubt(String reason, long epoch) {
    public static final Doubt NONE = new Doubt("", 0);
  }

  /**
   * What an advance gives.
   *
   * @param wentBackwards the store has lost what was durable: {@link #wipe} it, and append
   *     everything again
   */
  record Advance(Epoch given, boolean wentBackwards) {

    public long epoch() {
      return given.number();
    }
  }

  /**
   * What an extension found.
   *
   * @param identity which store has extended it, as it names itself; see {@link #advance}
   * @param elsewhere it is another one than the epoch is of: {@link #advance}, so that this one
   *     knows that it has everything
   */
  record Extension(String identity, boolean elsewhere) {}

  /**
   * Takes the shard over under an epoch larger than all before, and owns it for {@code
   * ownershipMillis}, which this store counts by a monotonic clock. Refused while the ownership
   * period of another owner runs.
   *
   * @param answeredInVain whether the last ownership of this server has answered what never became
   *     durable
   */
  Future<Claim> claim(int shard, String owner, long ownershipMillis, boolean answeredInVain);

  /**
   * Moves the shard on to a larger epoch, for the owner of {@code epoch} that has had it without
   * interruption until this is answered, while no {@link #append} is under way. Refused once
   * another server has claimed it.
   *
   * @param identity the store that the owner vouches for: the one that answered its last claim or
   *     extension while it owned the shard. Whichever store executes this, late perhaps, notes that
   *     one: if it is another one itself, the next claim is in doubt
   */
  Future<Advance> advance(
      int shard, String owner, long epoch, long ownershipMillis, String identity);

  /** Owns the shard for {@code ownershipMillis} from now. Refused once the epoch has moved on. */
  Future<Extension> extend(int shard, String owner, long epoch, long ownershipMillis);

  /**
   * The owner leaves, with everything appended: others need not wait for its ownership period to
   * run out.
   */
  Future<Void> leave(int shard, String owner, long epoch);

  /** Hands out what recovery replays, in order. Refused once the epoch has moved on. */
  Future<Void> load(int shard, long epoch, Consumer<Change> replay);

  /**
   * Keeps all of {@code changes} or none. {@code first} is the change number of the first one: from
   * the first batch of an epoch on the change numbers follow each other without a gap, so that a
   * store that went backwards is noticed. A batch that is durable already is kept once. Refused
   * once the epoch has moved on.
   */
  Future<Void> append(int shard, long epoch, long first, List<Change> changes);

  /**
   * Whether an append of this epoch is held up until what it promises is known widely enough: the
   * store is not unavailable.
   */
  default boolean waitsOnPurpose(int shard, long epoch) {
    return false;
  }

  /**
   * Drops all it kept of the shard, under the epoch to which the owner has just advanced: the owner
   * will append everything again from memory. Until {@link #whole}, a server that claims it is told
   * of a quarantine.
   */
  Future<Void> wipe(int shard, long epoch);

  /**
   * The store has all that the owner has, which has appended everything again; {@code doubt} says
   * whether a holder may believe in what the owner does not have. Refused once the epoch has moved
   * on.
   */
  Future<Void> whole(int shard, long epoch, Doubt doubt);

  /** The store says no: nothing was done. */
  final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The server that owns the shard instead; empty when that is not the reason. */
    private final String owner;

    /** The epoch that it claimed in doubt; 0 when nothing is in doubt any more. */
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

  /** The store cannot do it now for any owner: nothing was done. */
  final class Declined extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Declined(String why) {
      super(why, null, false, false);
    }
  }

  /** The store has lost what was durable: nothing was done. */
  final class WentBackwards extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public WentBackwards(String why) {
      super(why, null, false, false);
    }
  }
}

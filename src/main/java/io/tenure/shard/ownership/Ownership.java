package io.tenure.shard.ownership;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Extension;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.function.LongSupplier;

/**
 * The right of a server to answer for one shard. It consists of an epoch, and an instant of real
 * time after which the server must be silent. A successor claims the shard only later than that, as
 * {@link ExclusionMargins} says. The lease clock never decides about it, because the lease clock
 * stops in a stall. Owned by the shard's loop.
 */
public final class Ownership {

  private static final long NANOS_PER_MILLI = 1_000_000;

  private final LeaseStore store;
  private final int shard;
  private final String owner;
  private final long ownershipMillis;
  private final LongSupplier nanoTime;
  private boolean owned;
  private boolean extending;
  private boolean wentBackwards;
  private boolean elsewhere;
  private boolean learns;

  /**
   * An advance may have changed the epoch without the knowledge of this server. While this is so, a
   * refusal means nothing.
   */
  private boolean unsure;

  private long epoch;

  /**
   * The identity of the store that answered last during this ownership, and therefore has
   * everything.
   */
  private String identity = "";

  /**
   * Counts claims and the events that cancel them: the server ignores a late answer to an earlier
   * claim.
   */
  private long attempts;

  private long silentFromNanos;
  private long extendAtNanos;

  public Ownership(
      LeaseStore store, int shard, String owner, long ownershipMillis, LongSupplier nanoTime) {
    this.store = store;
    this.shard = shard;
    this.owner = owner;
    this.ownershipMillis = ownershipMillis;
    this.nanoTime = nanoTime;
  }

  public int shard() {
    return shard;
  }

  /** Claims a shard that is not owned; see {@link LeaseStore#claim}. */
  public Future<LeaseStore.Claim> claim(boolean answeredInVain) {
    long sentNanos = nanoTime.getAsLong();
    long attempt = ++attempts;
    owned = false;
    return store
        .claim(shard, owner, ownershipMillis, answeredInVain)
        .onComplete(
            claim -> {
              if (attempt == attempts && claim.succeeded()) {
                owns(sentNanos, claim.result().epoch());
                identity = claim.result().identity();
              }
            });
  }

  /**
   * Advances an owned shard to its next epoch. The advance counts only when the ownership lasted
   * until the answer. Then no other server can have had the shard meanwhile.
   */
  public Future<LeaseStore.Advance> advance() {
    long sentNanos = nanoTime.getAsLong();
    long attempt = ++attempts;
    boolean unsureBefore = unsure;
    unsure = true;
    return store
        .advance(shard, owner, epoch, ownershipMillis, identity)
        .compose(
            advance -> {
              if (attempt != attempts || !holds()) {
                return Future.failedFuture(new IllegalStateException("the ownership ran out"));
              }
              owns(sentNanos, advance.epoch());
              return Future.succeededFuture(advance);
            })
        .onFailure(
            no -> {
              boolean nothingDone =
                  no instanceof LeaseStore.Refused || no instanceof LeaseStore.Declined;
              if (attempt == attempts && nothingDone) {
                unsure = unsureBefore;
              }
            });
  }

  private void owns(long sentNanos, long claimed) {
    unsure = false;
    owned = true;
    // The answer itself has reported the earlier loss of the store.
    wentBackwards = false;
    elsewhere = false;
    learns = false;
    epoch = claimed;
    // mistake: owned-from-the-answer
    silentFromNanos = silentFrom(sentNanos);
    extendAtNanos = extendAt(sentNanos);
  }

  /** To be asked before every acknowledgement leaves. */
  public boolean holds() {
    return forEver() ? owned : holds(nanoTime.getAsLong());
  }

  public boolean holds(long nowNanos) {
    return owned
        // mistake: endless-ownership
        && (forEver() || nowNanos - silentFromNanos < 0);
  }

  private boolean forEver() {
    return ownershipMillis == LeaseStore.FOR_EVER;
  }

  /**
   * Whether the store has lost its knowledge of this ownership. Returns true once for each loss.
   */
  public boolean wentBackwards() {
    boolean lost = wentBackwards;
    wentBackwards = false;
    return lost;
  }

  /**
   * Whether another Redis has the shard now, so that it is time to {@link #advance}. Returns true
   * once for each such change.
   */
  public boolean elsewhere() {
    boolean moved = elsewhere;
    elsewhere = false;
    return moved;
  }

  /**
   * Whether another server has told the store of a longer promise, or a longer ownership period,
   * than this owner in doubt knows. Then it is time to {@link #claim} the shard anew. Returns true
   * once for each extension that tells that.
   */
  public boolean learns() {
    boolean more = learns;
    learns = false;
    return more;
  }

  /** Requests an extension from the store when it is time. */
  public void tick() {
    long nowNanos = nanoTime.getAsLong();
    if (holds(nowNanos) && !extending && !unsure && nowNanos - extendAtNanos >= 0) {
      extending = true;
      long asked = epoch;
      store
          .extend(shard, owner, asked, ownershipMillis)
          .onComplete(done -> extended(asked, nowNanos, done));
    }
  }

  public long epoch() {
    return epoch;
  }

  /** Ends the ownership: the server is silent from now on. */
  public void giveUp() {
    owned = false;
    attempts++;
  }

  /**
   * Whether the store has confirmed the ownership in answer to a request of {@code nanos} or later.
   * If it has not, the server soon sends such a request.
   */
  boolean confirmedSince(long nanos) {
    if (silentFromNanos - silentFrom(nanos) >= 0) {
      return true;
    }
    long soonNanos = nanoTime.getAsLong() + retryNanos();
    if (extendAtNanos - soonNanos > 0) {
      extendAtNanos = soonNanos;
    }
    return false;
  }

  private void extended(long asked, long sentNanos, AsyncResult<Extension> done) {
    extending = false;
    Throwable failure = done.cause();
    boolean unknown = failure != null && !(failure instanceof LeaseStore.Refused);
    wentBackwards |= asked == epoch && !unsure && failure instanceof LeaseStore.WentBackwards;
    extendAtNanos = unknown ? nanoTime.getAsLong() + retryNanos() : extendAt(sentNanos);
    if (asked != epoch || unsure) {
      return;
    }
    if (failure instanceof LeaseStore.Refused) {
      owned = false;
    } else if (failure == null) {
      // Once the ownership ran out, another server may have had the shard, even if its claim is
      // lost again.
      owned = holds();
      silentFromNanos = silentFrom(sentNanos);
      if (owned) {
        identity = done.result().identity();
        elsewhere |= done.result().elsewhere();
        learns |= done.result().learns();
      }
    }
  }

  private long silentFrom(long sentNanos) {
    return sentNanos + ExclusionMargins.ownerSpeaks(ownershipNanos());
  }

  private long retryNanos() {
    return ExclusionMargins.ownerExtendsAgainAfter(ownershipNanos());
  }

  private long extendAt(long sentNanos) {
    return sentNanos + ExclusionMargins.ownerExtendsAfter(ownershipNanos());
  }

  private long ownershipNanos() {
    long millis = forEver() ? ExclusionMargins.FOR_EVER_PERIOD_MILLIS : ownershipMillis;
    return millis * NANOS_PER_MILLI;
  }
}

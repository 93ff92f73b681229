package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * The state of one shard, as this server knows it without asking the store. All access is
 * synchronised on this object.
 */
final class ShardStoreState {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The result of {@link #youngMillis} for a promise that was not announced to Redis. */
  static final long UNTOLD = -1;

  final SeenOwner seenOwner = new SeenOwner();

  final ClaimDoubt doubt = new ClaimDoubt();

  private long epoch;
  private long changeNumber;
  private long ownershipMillis;
  private long promisedMillis;

  /** The promise that was last announced to Redis; {@link #toldNanos}: when Redis had it. */
  private long toldMillis;

  private long toldNanos;

  /** The longest promise that Redis once had for long enough, or that no server forgets. */
  private long establishedMillis;

  /** The epoch of an append that waits until Redis has had its promise for long enough; or 0. */
  private long waitingEpoch;

  /** Whether Redis has lost promises that it has had again only since {@link #toldNanos}. */
  private boolean promisesLost;

  /** The rows that have more than one record; null when that is not known. */
  private @Nullable BitSet extras;

  synchronized long epoch() {
    return epoch;
  }

  synchronized long changeNumber() {
    return changeNumber;
  }

  /**
   * Returns the change number up to which this server knows everything to be durable under {@code
   * inEpoch}; 0 for another epoch.
   */
  synchronized long changeNumberIn(long inEpoch) {
    return inEpoch == epoch ? changeNumber : 0;
  }

  synchronized long promisedMillis() {
    return promisedMillis;
  }

  /**
   * Notes a claim. {@code tellsMillis}: the promise that Redis had when it answered at the latest.
   * {@code established}: the promise that Redis is known to have had for long enough.
   */
  synchronized void claimed(
      long claimedEpoch, long ownership, long tellsMillis, long established, long nowNanos) {
    seenOwner.forget();
    promisesLost = false;
    establishedMillis = established;
    promise(tellsMillis);
    advanced(claimedEpoch, ownership, tellsMillis, nowNanos);
  }

  /**
   * Notes a new epoch. A Redis that lost a promise has the announcement again only from now on, and
   * may lose the promise once more.
   */
  synchronized void advanced(long nextEpoch, long ownership, long tellsMillis, long nowNanos) {
    epoch = nextEpoch;
    ownershipMillis = ownership;
    changeNumber = 0;
    extras = null;
    told(tellsMillis, nowNanos);
  }

  /** Notes whether the store has confirmed a doubt of the ownership under this epoch. */
  synchronized void doubts(long inEpoch, boolean does) {
    if (inEpoch == epoch) {
      doubt.stands(does);
    }
  }

  private static long millisSince(long nanos, long nowNanos) {
    return (nowNanos - nanos) / NANOS_PER_MILLI;
  }

  synchronized void promise(long millis) {
    promisedMillis = Math.max(promisedMillis, millis);
  }

  synchronized void told(long millis, long nowNanos) {
    toldMillis = millis;
    toldNanos = nowNanos;
  }

  /**
   * Notes that Redis has lost promises: it has them again, and may lose them once more until it has
   * had them for long enough.
   */
  synchronized void lostPromises() {
    promisesLost = true;
  }

  /** Returns the promise if Redis has had it for long enough, so that it may note that; else 0. */
  synchronized long stoodMillis(long millis, long nowNanos) {
    promisesLost &= millisSince(toldNanos, nowNanos) < promiseStandsMillis();
    return !promisesLost && youngMillis(millis, nowNanos) == 0 ? millis : 0;
  }

  private long promiseStandsMillis() {
    return ExclusionMargins.promiseStandsMillis(SeenOwner.heardMillis(ownershipMillis));
  }

  synchronized void established(long millis) {
    establishedMillis = Math.max(establishedMillis, millis);
  }

  /**
   * Returns for how long Redis must still have this promise before it is given. The result is 0
   * when Redis has had the promise for an ownership period, and {@link #UNTOLD} when Redis does not
   * have it.
   */
  synchronized long youngMillis(long millis, long nowNanos) {
    if (millis <= establishedMillis) {
      return 0;
    }
    if (millis > toldMillis) {
      return UNTOLD;
    }
    return Math.max(0, promiseStandsMillis() - millisSince(toldNanos, nowNanos));
  }

  /** Notes whether an append of this epoch waits on purpose from now on. */
  synchronized void waits(long inEpoch, boolean does) {
    if (does) {
      waitingEpoch = inEpoch;
    } else if (waitingEpoch == inEpoch) {
      waitingEpoch = 0;
    }
  }

  synchronized boolean waits(long inEpoch) {
    return waitingEpoch == inEpoch;
  }

  synchronized void durable(long inEpoch, long upTo) {
    if (inEpoch == epoch) {
      changeNumber = Math.max(changeNumber, upTo);
    }
  }

  synchronized void wiped() {
    extras = new BitSet();
  }

  synchronized void loaded(BitSet found) {
    extras = found;
  }

  /** Notes that the outcome of a batch is unknown: any row may have extra records. */
  synchronized void unsure() {
    extras = null;
  }

  /**
   * {@code establishedMillis}: the promise of the batch if Redis has had it for long enough; else
   * 0.
   */
  synchronized ScriptRun call(
      ChangeBatch batch,
      ShardKeys keys,
      String ownershipId,
      long first,
      long last,
      long establishedMillis) {
    return batch.call(keys, ownershipId, first, last, changeNumber, establishedMillis, extras);
  }
}

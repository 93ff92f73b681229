package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What this server knows of one shard by itself. Guarded by itself. */
final class ShardStoreState {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** What {@link #youngMillis} answers of a promise that Redis has not been told of. */
  static final long UNTOLD = -1;

  /**
   * What was last heard of another owner, which Redis told that, and when it was received. Another
   * Redis may not have heard of that owner for long.
   */
  record Reading(
      String epoch, String beat, long ownershipMillis, String identity, long receivedNanos) {

    boolean isOf(Reading other) {
      return epoch.equals(other.epoch)
          && beat.equals(other.beat)
          && identity.equals(other.identity);
    }
  }

  private long epoch;
  private long changeNumber;
  private long ownershipMillis;
  private long promisedMillis;

  /** For how long leases may be promised, as Redis was told, and when it had heard that. */
  private long toldMillis;

  private long toldNanos;

  /** The longest promise that once stood in Redis for long enough, or that no server forgets. */
  private long establishedMillis;

  /** The epoch of an append that waits until its promise has stood for long enough; or 0. */
  private long waitingEpoch;

  private @Nullable Reading reading;

  /** That of any owner that this server has heard of; what Redis tells of it may be lost. */
  private long longestOwnershipMillis;

  /** The rows that have more than one record; null when that is not known. */
  private @Nullable BitSet extras;

  synchronized long epoch() {
    return epoch;
  }

  synchronized long changeNumber() {
    return changeNumber;
  }

  /**
   * The change number up to which this server knows everything to be durable under {@code epoch}.
   */
  synchronized long changeNumberIn(long inEpoch) {
    return inEpoch == epoch ? changeNumber : 0;
  }

  synchronized long promisedMillis() {
    return promisedMillis;
  }

  /**
   * {@code tellsMillis}, {@code stoodInIt}: what Redis had been told when it answered at the
   * latest, and what of that it is known to have had for long enough.
   */
  synchronized void claimed(
      long claimedEpoch, long ownership, long tellsMillis, long established, long nowNanos) {
    reading = null;
    establishedMillis = established;
    promise(tellsMillis);
    advanced(claimedEpoch, ownership, tellsMillis, nowNanos);
  }

  /** A Redis that lost a promise has just been told again, and that may be lost as well. */
  synchronized void advanced(long nextEpoch, long ownership, long tellsMillis, long nowNanos) {
    epoch = nextEpoch;
    ownershipMillis = ownership;
    changeNumber = 0;
    extras = null;
    told(tellsMillis, nowNanos);
  }

  /** The reading whose owner was not heard of for its whole ownership period; or null. */
  synchronized @Nullable Reading overdue(long nowNanos) {
    Reading last = reading;
    if (last == null || last.ownershipMillis == LeaseStore.FOR_EVER) {
      return null;
    }
    // mistake: hasty-successor
    return millisLeft(last, nowNanos) <= 0 ? last : null;
  }

  /** Whether the owner that was heard of may still believe itself to be that. */
  synchronized boolean ownerMayLive(long nowNanos) {
    return reading != null && millisLeft(reading, nowNanos) > 0;
  }

  /** For how long the owner may still believe itself to be that, unless it is heard of again. */
  synchronized long heard(Reading now) {
    heardOfOwnership(heardMillis(now.ownershipMillis));
    Reading last = reading;
    if (last == null || !last.isOf(now)) {
      last = now;
      reading = last;
    }
    return Math.max(0, millisLeft(last, now.receivedNanos));
  }

  synchronized void heardOfOwnership(long millis) {
    longestOwnershipMillis = Math.max(longestOwnershipMillis, millis);
  }

  /** The longest ownership period of any owner that was ever heard of; 0 when there was none. */
  synchronized long longestOwnershipMillis() {
    return longestOwnershipMillis;
  }

  /** An owner for ever counts as gone, too, when the store has forgotten it for so long. */
  static long heardMillis(long ownershipMillis) {
    return ownershipMillis == LeaseStore.FOR_EVER
        ? ExclusionMargins.FOR_EVER_PERIOD_MILLIS
        : ownershipMillis;
  }

  private static long millisLeft(Reading last, long nowNanos) {
    return ExclusionMargins.successorWaitsMillis(heardMillis(last.ownershipMillis))
        - millisSince(last.receivedNanos, nowNanos);
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

  synchronized void established(long millis) {
    establishedMillis = Math.max(establishedMillis, millis);
  }

  /**
   * For so long Redis must still have this promise before it is given: 0 when it has had it for a
   * term, {@link #UNTOLD} when it has not been told.
   */
  synchronized long youngMillis(long millis, long nowNanos) {
    if (millis <= establishedMillis) {
      return 0;
    }
    if (millis > toldMillis) {
      return UNTOLD;
    }
    long stands = ExclusionMargins.promiseStandsMillis(heardMillis(ownershipMillis));
    return Math.max(0, stands - millisSince(toldNanos, nowNanos));
  }

  /** An append of this epoch waits on purpose, from now on or no longer. */
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

  /** The outcome of a batch is unknown: any row may have extra records. */
  synchronized void unsure() {
    extras = null;
  }

  /** {@code stood}: how much of what it promises has stood in Redis for long enough. */
  synchronized ScriptCall call(
      ChangeBatch batch,
      ShardKeys keys,
      String ownershipId,
      long first,
      long last,
      long establishedMillis) {
    return batch.call(keys, ownershipId, first, last, changeNumber, establishedMillis, extras);
  }
}

package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
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

  /** The result of {@link #awaitedMark} while the wait for an owner is not over. */
  static final String NO_MARK = "-";

  /**
   * The last report about another owner, or about a store that has forgotten the owner; the Redis
   * that gave the report, and the time of its receipt. Another Redis may not have known that owner
   * for long. {@code mark}: what the store notes while it has forgotten the owner; or empty.
   */
  record Reading(
      String epoch,
      String beat,
      String mark,
      long ownershipMillis,
      String identity,
      long receivedNanos) {

    boolean isOf(Reading other) {
      return epoch.equals(other.epoch)
          && beat.equals(other.beat)
          && ownershipMillis == other.ownershipMillis
          && mark.equals(other.mark)
          && identity.equals(other.identity);
    }
  }

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

  private @Nullable Reading reading;

  /** When the last report was received that was as {@link #reading}. */
  private long lookedNanos;

  /** Whether Redis has lost promises that it has had again only since {@link #toldNanos}. */
  private boolean promisesLost;

  /** Whether the store has confirmed a doubt of this ownership, and not yet that it is over. */
  private boolean inDoubt;

  private long doubtedEpoch;
  private long knownAtDoubtMillis;
  private long quarantineMillis;
  private long forgottenOwnershipMillis;

  /** The epoch that the store had before the last claim. */
  private long overtakenEpoch;

  /** The longest ownership period of any owner that was ever reported; Redis may have lost it. */
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
    reading = null;
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

  /**
   * Returns the last reading, if no reading reported its owner again within the whole ownership
   * period; or null.
   */
  synchronized @Nullable Reading overdue(long nowNanos) {
    Reading last = watched(nowNanos);
    if (last == null || last.ownershipMillis == LeaseStore.FOR_EVER) {
      return null;
    }
    // mistake: hasty-successor
    return millisLeft(last, heardMillis(last.ownershipMillis), nowNanos) <= 0 ? last : null;
  }

  /**
   * Notes a reading. Returns for how long its owner may still believe that it owns the shard, if no
   * later reading reports that owner.
   */
  synchronized long heard(Reading now) {
    heardOfOwnership(heardMillis(now.ownershipMillis));
    Reading last = watched(now.receivedNanos);
    if (last == null || !last.isOf(now)) {
      last = now;
      reading = last;
    }
    lookedNanos = now.receivedNanos;
    return Math.max(0, millisLeft(last, heardMillis(last.ownershipMillis), now.receivedNanos));
  }

  /** Returns the last reading, or null when this server has not looked at the shard in time. */
  private @Nullable Reading watched(long nowNanos) {
    Reading last = reading;
    if (last == null) {
      return null;
    }
    long period = heardMillis(last.ownershipMillis);
    boolean inTime =
        millisSince(lookedNanos, nowNanos) <= ExclusionMargins.successorLooksWithinMillis(period);
    return inTime ? last : null;
  }

  synchronized boolean isInDoubt() {
    return inDoubt;
  }

  synchronized void doubts(long inEpoch, boolean does) {
    if (inEpoch == epoch) {
      inDoubt = does;
    }
  }

  /**
   * Notes what a claim protects from: promises and owners that the store may have forgotten, and
   * the owner before, up to its epoch.
   */
  synchronized void protects(long quarantine, long forgottenOwnership, long overtaken) {
    quarantineMillis = quarantine;
    forgottenOwnershipMillis = forgottenOwnership;
    overtakenEpoch = overtaken;
  }

  /** Whether another server has noted more than the claim in doubt protects from. */
  synchronized boolean learns(long promise, long ownership) {
    return inDoubt && (promise > quarantineMillis || ownership > forgottenOwnershipMillis);
  }

  /**
   * Notes the doubt of another owner, by the epoch of its claim or 0, and the longest promise that
   * this server knows now. A promise that this server hears of later is no loss of that owner.
   */
  synchronized void heardOfDoubt(long inEpoch, long knownMillis) {
    if (inEpoch != doubtedEpoch) {
      doubtedEpoch = inEpoch;
      knownAtDoubtMillis = knownMillis;
    }
  }

  synchronized long doubtedEpoch() {
    return doubtedEpoch;
  }

  synchronized long knownAtDoubtMillis() {
    return knownAtDoubtMillis;
  }

  synchronized long quarantineMillis() {
    return quarantineMillis;
  }

  synchronized long forgottenOwnershipMillis() {
    return forgottenOwnershipMillis;
  }

  synchronized long overtakenEpoch() {
    return overtakenEpoch;
  }

  synchronized void heardOfOwnership(long millis) {
    longestOwnershipMillis = Math.max(longestOwnershipMillis, millis);
  }

  /** Returns the longest ownership period that this server knows: its own, or a reported one. */
  synchronized long longestOwnershipMillis(long ownMillis) {
    return Math.max(heardMillis(ownMillis), longestOwnershipMillis);
  }

  /** Whether this server has heard of another owner, and not claimed the shard since. */
  synchronized boolean hasHeard() {
    return reading != null;
  }

  /**
   * Returns the mark of the last reading, if the reading has been the same for the longest
   * ownership period that this server knows; else {@link #NO_MARK}.
   */
  synchronized String awaitedMark(long ownMillis, long nowNanos) {
    Reading last = watched(nowNanos);
    return last != null && millisLeft(last, longestOwnershipMillis(ownMillis), nowNanos) <= 0
        ? last.mark
        : NO_MARK;
  }

  /**
   * Returns the time without a report after which an owner counts as gone. This time is bounded for
   * an owner for ever, too, because the store may have forgotten that owner.
   */
  static long heardMillis(long ownershipMillis) {
    return ownershipMillis == LeaseStore.FOR_EVER
        ? ExclusionMargins.FOR_EVER_PERIOD_MILLIS
        : ownershipMillis;
  }

  private static long millisLeft(Reading last, long ownershipMillis, long nowNanos) {
    return ExclusionMargins.successorWaitsMillis(ownershipMillis)
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
    return ExclusionMargins.promiseStandsMillis(heardMillis(ownershipMillis));
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

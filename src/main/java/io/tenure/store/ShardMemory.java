package io.tenure.store;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What this server knows of one shard by itself. Guarded by itself. */
final class ShardMemory {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Of a term, added for clocks that run at different rates. */
  private static final int DRIFT_DIVISOR = 10;

  /** Whoever owns for ever is heard of several times in this. */
  private static final long FOR_EVER_HEARD_MILLIS = 3_000;

  /** What was last heard of another owner, and when that was received. */
  record Reading(String epoch, String beat, long termMillis, long receivedNanos) {}

  private long epoch;
  private long place;
  private long promisedMillis;
  private @Nullable Reading reading;
  private boolean doubtful;
  private long doubtfulUntilNanos;
  private boolean wiped;

  /** The slots that have more than one record; null when that is not known. */
  private @Nullable BitSet extras;

  synchronized long epoch() {
    return epoch;
  }

  synchronized long place() {
    return place;
  }

  /** The place up to which this server knows everything to have been kept under {@code epoch}. */
  synchronized long placeIn(long inEpoch) {
    return inEpoch == epoch ? place : 0;
  }

  synchronized long promisedMillis() {
    return promisedMillis;
  }

  synchronized void claimed(long claimedEpoch, long quarantineMillis, long nowNanos) {
    epoch = claimedEpoch;
    place = 0;
    reading = null;
    extras = null;
    wiped = false;
    doubtful = quarantineMillis > 0;
    doubtfulUntilNanos = nowNanos + quarantineMillis * NANOS_PER_MILLI;
  }

  /** The reading whose owner was not heard of for its whole term, or null. */
  synchronized @Nullable Reading overdue(long nowNanos) {
    Reading last = reading;
    if (last == null || last.termMillis == LeaseStore.FOR_EVER) {
      return null;
    }
    return millisLeft(last, nowNanos) <= 0 ? last : null;
  }

  /** Whether the owner that was heard of may still believe itself to be that. */
  synchronized boolean ownerMayLive(long nowNanos) {
    return reading != null && millisLeft(reading, nowNanos) > 0;
  }

  /** For how long the owner may still believe itself to be that, unless it is heard of again. */
  synchronized long heard(String ofEpoch, String beat, long termMillis, long nowNanos) {
    Reading last = reading;
    if (last == null || !last.epoch.equals(ofEpoch) || !last.beat.equals(beat)) {
      last = new Reading(ofEpoch, beat, termMillis, nowNanos);
      reading = last;
    }
    return Math.max(0, millisLeft(last, nowNanos));
  }

  private static long millisLeft(Reading last, long nowNanos) {
    boolean forEver = last.termMillis == LeaseStore.FOR_EVER;
    long termMillis = forEver ? FOR_EVER_HEARD_MILLIS : last.termMillis;
    return termMillis
        + termMillis / DRIFT_DIVISOR
        - (nowNanos - last.receivedNanos) / NANOS_PER_MILLI;
  }

  synchronized void promise(long millis) {
    promisedMillis = Math.max(promisedMillis, millis);
  }

  synchronized void kept(long inEpoch, long upTo) {
    if (inEpoch == epoch) {
      place = Math.max(place, upTo);
    }
  }

  /** Whether the quarantine that the claim gave is over: nobody believes in what was lost. */
  synchronized boolean settled(long nowNanos) {
    return doubtful && !wiped && nowNanos - doubtfulUntilNanos >= 0;
  }

  synchronized void nothingDoubtful() {
    doubtful = false;
  }

  synchronized void wiping() {
    wiped = true;
    extras = null;
  }

  synchronized void wiped() {
    extras = new BitSet();
  }

  synchronized void whole() {
    wiped = false;
  }

  synchronized void loaded(BitSet found) {
    extras = found;
  }

  /** Nobody knows what became of a batch: extra records may be anywhere. */
  synchronized void unsure() {
    extras = null;
  }

  synchronized Call call(
      Batch batch, ShardKeys keys, String standing, long first, long last, boolean settled) {
    return batch.call(keys, standing, first, last, place, extras, settled);
  }
}

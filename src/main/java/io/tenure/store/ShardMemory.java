package io.tenure.store;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** What this server knows of one shard by itself. Guarded by itself. */
final class ShardMemory {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Of a term, added for clocks that run at different rates. */
  private static final int DRIFT_DIVISOR = 10;

  /** An owner for ever is heard of several times in this. */
  private static final long FOR_EVER_HEARD_MILLIS = 3_000;

  /**
   * What was last heard of another owner, over which connection, and when that was received. Over
   * another connection another Redis may have answered, which had not heard of that owner for long.
   */
  record Reading(String epoch, String beat, long termMillis, long connection, long receivedNanos) {

    boolean isOf(Reading other) {
      return epoch.equals(other.epoch) && beat.equals(other.beat) && connection == other.connection;
    }
  }

  private long epoch;
  private long place;
  private long promisedMillis;
  private @Nullable Reading reading;

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

  synchronized void claimed(long claimedEpoch) {
    reading = null;
    advanced(claimedEpoch);
  }

  synchronized void advanced(long nextEpoch) {
    epoch = nextEpoch;
    place = 0;
    extras = null;
  }

  /** The reading whose owner was not heard of for its whole term, over this connection; or null. */
  synchronized @Nullable Reading overdue(long connection, long nowNanos) {
    Reading last = reading;
    if (last == null || last.termMillis == LeaseStore.FOR_EVER || last.connection != connection) {
      return null;
    }
    return millisLeft(last, nowNanos) <= 0 ? last : null;
  }

  /** Whether the owner that was heard of may still believe itself to be that. */
  synchronized boolean ownerMayLive(long nowNanos) {
    return reading != null && millisLeft(reading, nowNanos) > 0;
  }

  /** For how long the owner may still believe itself to be that, unless it is heard of again. */
  synchronized long heard(Reading now) {
    Reading last = reading;
    if (last == null || !last.isOf(now)) {
      last = now;
      reading = last;
    }
    return Math.max(0, millisLeft(last, now.receivedNanos));
  }

  /** The term of the owner that was heard of last; 0 when there is none. */
  synchronized long heardTermMillis() {
    return reading == null ? 0 : heardMillis(reading.termMillis);
  }

  /** An owner for ever counts as gone, too, when the store has forgotten it for so long. */
  static long heardMillis(long termMillis) {
    return termMillis == LeaseStore.FOR_EVER ? FOR_EVER_HEARD_MILLIS : termMillis;
  }

  private static long millisLeft(Reading last, long nowNanos) {
    long termMillis = heardMillis(last.termMillis);
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

  synchronized void wiped() {
    extras = new BitSet();
  }

  synchronized void loaded(BitSet found) {
    extras = found;
  }

  /** Nobody knows what became of a batch: extra records may be anywhere. */
  synchronized void unsure() {
    extras = null;
  }

  synchronized Call call(Batch batch, ShardKeys keys, String standing, long first, long last) {
    return batch.call(keys, standing, first, last, place, extras);
  }
}

package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * The other owner of one shard, as this server has seen it since its own last claim. All access is
 * synchronised on this object.
 */
final class SeenOwner {

  private static final long NANOS_PER_MILLI = 1_000_000;

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

  private @Nullable Reading reading;

  /** When the last report was received that was as {@link #reading}. */
  private long lookedNanos;

  /** The longest ownership period of any owner that was ever reported; Redis may have lost it. */
  private long longestOwnershipMillis;

  /** The epoch that an owner in doubt has claimed; or 0. */
  private long doubtedEpoch;

  private long knownAtDoubtMillis;

  /** Forgets the last reading: this server has claimed the shard. */
  synchronized void forget() {
    reading = null;
  }

  /**
   * Returns the last reading, if no reading reported its owner again within the whole ownership
   * period; or null.
   */
  synchronized @Nullable Reading overdue(long nowNanos) {
    Reading last = lookedAt(nowNanos);
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
    Reading last = lookedAt(now.receivedNanos);
    if (last == null || !last.isOf(now)) {
      last = now;
      reading = last;
    }
    lookedNanos = now.receivedNanos;
    return Math.max(0, millisLeft(last, heardMillis(last.ownershipMillis), now.receivedNanos));
  }

  /** Returns the last reading, or null when this server has not looked at the shard in time. */
  private @Nullable Reading lookedAt(long nowNanos) {
    Reading last = reading;
    if (last == null) {
      return null;
    }
    long period = heardMillis(last.ownershipMillis);
    boolean inTime =
        millisSince(lookedNanos, nowNanos) <= ExclusionMargins.successorLooksWithinMillis(period);
    return inTime ? last : null;
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
    Reading last = lookedAt(nowNanos);
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
}

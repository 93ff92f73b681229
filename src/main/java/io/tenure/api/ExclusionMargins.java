package io.tenure.api;

/**
 * Defines the margins of time on which exclusion (G1) rests, for holders, owners and successors.
 * Exclusion holds although renewals are in memory only, for these reasons:
 *
 * <ol>
 *   <li>A holder counts from before it sent a request. It stops {@link #holderSafetyMillis} before
 *       the validity is over, less the drift of its clock. The server counts from when it hears the
 *       request, which is later. So the belief of the holder ends before the lease does.
 *   <li>An owner counts its ownership from before it sent the claim or the extension that the store
 *       confirmed. It is silent from {@link #ownerSpeaks} after that. So it acknowledged each grant
 *       and each renewal before.
 *   <li>A successor counts from when it heard of that same claim or extension, which is later than
 *       the sending. It claims the shard after {@link #successorWaitsMillis} without another claim
 *       or extension. This wait is longer than the owner speaks. The difference is more than two
 *       clocks drift apart, and more than a suspension that the owner's machine does not notice. So
 *       every acknowledgement of the owner comes before the claim of the successor. If the
 *       successor does not look for longer than {@link #successorLooksWithinMillis}, it waits anew.
 *   <li>The successor knows of no renewal, so it gives each lease that it loads its whole validity,
 *       from the opening of the shard on. The last validity that the owner acknowledged began
 *       before the claim and is no longer. So the belief of each holder ends before its lease does
 *       at the successor.
 *   <li>A store that has lost the last claims or extensions lets a server claim too early, and may
 *       have lost leases. Then the claimant waits {@link #withDriftMillis} of the longest ownership
 *       period before it serves. After that it grants nothing for the longest known promise. Every
 *       promise is known: the owner gives a promise only after {@link #promiseStandsMillis}, in
 *       which each standby has looked at the shard several times.
 *   <li>An ownership for ever has no successor, because another server never claims it. Its owner
 *       still asks within {@link #FOR_EVER_PERIOD_MILLIS} whether the ownership was ended. If a
 *       store may have forgotten such an owner, the owner counts as one with that period.
 * </ol>
 *
 * <p>{@code ExclusionMarginsTest} checks the inequalities between these numbers for every ownership
 * period that can be set.
 */
public final class ExclusionMargins {

  /**
   * The largest difference in rate of two clocks: 500 parts per million, ten times a poor quartz.
   */
  public static final long DRIFT_PER_MILLION = 500;

  /**
   * The longest suspension of a machine that its server may not notice, once in an ownership
   * period. Two clocks that are read one after the other may differ by so much.
   */
  public static final long UNSEEN_SUSPENSION_NANOS = 50_000_000;

  /** The shortest ownership period: a shorter one leaves too little for an unnoticed suspension. */
  public static final long PERIOD_MILLIS_MIN = 1_000;

  /** The period that counts for an ownership that lasts for ever, where a number is needed. */
  public static final long FOR_EVER_PERIOD_MILLIS = 3_000;

  /** The time between two looks of a standby at a shard: a part of the second for a takeover. */
  public static final long LOOK_MILLIS = 200;

  /** As a divisor: the part of a period that the owner gives up, and a successor waits longer. */
  private static final int OWNERSHIP_DIVISOR = 10;

  /** An owner requests its extension so often in an ownership period. */
  private static final int EXTENSIONS_PER_PERIOD = 3;

  /**
   * As a divisor: the part of a period for which an owner waits for an extension. Then the owner
   * can still send it again in time.
   */
  private static final int EXTENSION_TIMEOUT_DIVISOR = 4;

  /** The limit for any ownership period: a standby looks many times within this time. */
  private static final long PROMISE_STANDS_MILLIS_MAX = 3_000;

  /** As a divisor: the part of a period in which a successor must look again. */
  private static final int UNWATCHED_DIVISOR = 2;

  private static final int HOLDER_DIVISOR = 6;

  private static final long MILLION = 1_000_000;

  private ExclusionMargins() {}

  /** The time after its claim or extension was sent in which an owner may acknowledge. */
  public static long ownerSpeaks(long period) {
    return period - period / OWNERSHIP_DIVISOR;
  }

  /** The time after its claim or extension was sent at which an owner sends the next extension. */
  public static long ownerExtendsAfter(long period) {
    return period / EXTENSIONS_PER_PERIOD;
  }

  /** The time after an extension without an answer at which the owner sends it again. */
  public static long ownerExtendsAgainAfter(long period) {
    return period / (EXTENSIONS_PER_PERIOD * OWNERSHIP_DIVISOR);
  }

  /** The time that the owner waits for the answer to its extension. */
  public static long extensionTimeout(long period) {
    return period / EXTENSION_TIMEOUT_DIVISOR;
  }

  /** The time after it saw a claim or extension at which a successor claims the shard. */
  public static long successorWaitsMillis(long periodMillis) {
    return periodMillis + periodMillis / OWNERSHIP_DIVISOR;
  }

  /**
   * The longest time between two looks of a successor, or it waits anew: another store may have
   * been in the place of this one, and the owner may have been confirmed there. The rest of the
   * wait is enough for an owner to confirm itself here.
   */
  public static long successorLooksWithinMillis(long periodMillis) {
    return periodMillis / UNWATCHED_DIVISOR;
  }

  /** The time that a store must know of a longer promise before the owner gives the promise. */
  public static long promiseStandsMillis(long periodMillis) {
    return successorWaitsMillis(Math.min(periodMillis, PROMISE_STANDS_MILLIS_MAX));
  }

  /** A wait that is long enough by any clock, if it is long enough by one. */
  public static long withDriftMillis(long millis) {
    return millis == 0 ? 0 : millis + driftMillis(2 * millis) + 1;
  }

  /** The time before the end of its validity at which a holder stops touching the resource. */
  public static long holderSafetyMillis(long validForMillis) {
    return Math.max(validForMillis / HOLDER_DIVISOR, driftMillis(validForMillis) + 1);
  }

  private static long driftMillis(long millis) {
    return millis * DRIFT_PER_MILLION / MILLION;
  }
}

package io.tenure.core;

import io.tenure.api.Mode;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/**
 * The attributes that only some tenures have, stored outside the columns that all tenures share.
 */
final class RareAttributes {

  final Mode mode;
  final int slotNumber;
  final long hardTtlMillis;
  final long lockDelayMillis;
  final long maxLifetimeMillis;

  @Nullable Value value;

  /**
   * The session that the lease lives with. {@link #linkIndex} is its index among the leases of the
   * session.
   */
  @Nullable SessionLink link;

  int linkIndex;

  /** The end of the maxLifetime by the lease clock. It has a meaning only with a maxLifetime. */
  long lifetimeEnd;

  /**
   * The grace after which a break ends the tenure, at a deadline that no longer moves; -1 without a
   * break.
   */
  long graceMillis = -1;

  String breakReason = "";

  /**
   * Whether the lease was recovered in doubt: no renewal extends it, and for its holder it is over.
   */
  boolean runsOut;

  /** Creates the attributes of an exclusive lease that had none when it began. */
  RareAttributes() {
    mode = Mode.EXCLUSIVE;
    slotNumber = -1;
    hardTtlMillis = 0;
    lockDelayMillis = 0;
    maxLifetimeMillis = 0;
  }

  RareAttributes(TenureImage.Lease lease) {
    mode = lease.mode();
    slotNumber = lease.slotNumber();
    hardTtlMillis = lease.times().hardTtlMillis();
    lockDelayMillis = lease.times().lockDelayMillis();
    maxLifetimeMillis = lease.times().maxLifetimeMillis();
    value = lease.value();
  }

  static boolean areNeeded(TenureImage.Lease lease) {
    return decideRenewals(lease)
        || lease.mode().kind() != Mode.Kind.EXCLUSIVE
        || lease.times().lockDelayMillis() != 0
        || lease.value() != null;
  }

  /** Returns whether a renewal must look at the attributes. */
  static boolean decideRenewals(TenureImage.Lease lease) {
    return lease.session() != null
        || lease.times().hardTtlMillis() != 0
        || lease.times().maxLifetimeMillis() != 0;
  }

  TenureImage.RareTimes times() {
    return new TenureImage.RareTimes(hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  boolean breaking() {
    return graceMillis >= 0;
  }

  /** Returns whether the holder may renew the lease when it has lapsed. */
  boolean hard(long ttlMillis) {
    return hardTtlMillis > ttlMillis;
  }

  /** Returns the time for which a lapsed lease stays with its holder after its deadline. */
  long hardNanos(long ttlMillis) {
    boolean kept = hard(ttlMillis) && !breaking() && !runsOut;
    return kept ? (hardTtlMillis - ttlMillis) * 1_000_000 : 0;
  }
}

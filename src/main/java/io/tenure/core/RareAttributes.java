package io.tenure.core;

import io.tenure.api.Mode;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/** What only some tenures have, outside the columns that all of them share. */
final class RareAttributes {

  final Mode mode;
  final int slotNumber;
  final long hardTtlMillis;
  final long lockDelayMillis;
  final long maxLifetimeMillis;

  @Nullable Value value;

  /** The session it lives with, and its index among that session's leases. */
  @Nullable SessionLink link;

  int linkIndex;

  /** By the lease clock; meaningful with a maxLifetime only. */
  long lifetimeEnd;

  /** An operator ends it at its deadline, which no longer moves; -1 when there is no break. */
  long graceMillis = -1;

  String breakReason = "";

  /** Recovered in doubt: nothing extends it, and for its holder it is over. */
  boolean runsOut;

  /** The attributes of an exclusive lease that had none when it began. */
  RareAttributes() {
    mode = Mode.EXCLUSIVE;
    slotNumber = -1;
    hardTtlMillis = 0;
    lockDelayMillis = 0;
    maxLifetimeMillis = 0;
  }

  RareAttributes(Tenure.Lease lease) {
    mode = lease.mode();
    slotNumber = lease.slotNumber();
    hardTtlMillis = lease.times().hardTtlMillis();
    lockDelayMillis = lease.times().lockDelayMillis();
    maxLifetimeMillis = lease.times().maxLifetimeMillis();
    value = lease.value();
  }

  static boolean areNeeded(Tenure.Lease lease) {
    return decideRenewals(lease)
        || lease.mode().kind() != Mode.Kind.EXCLUSIVE
        || lease.times().lockDelayMillis() != 0
        || lease.value() != null;
  }

  /** Whether a renewal must look at them. */
  static boolean decideRenewals(Tenure.Lease lease) {
    return lease.session() != null
        || lease.times().hardTtlMillis() != 0
        || lease.times().maxLifetimeMillis() != 0;
  }

  Tenure.RareTimes times() {
    return new Tenure.RareTimes(hardTtlMillis, lockDelayMillis, maxLifetimeMillis);
  }

  boolean breaking() {
    return graceMillis >= 0;
  }

  /** Whether its holder may renew it when it has lapsed. */
  boolean hard(long ttlMillis) {
    return hardTtlMillis > ttlMillis;
  }

  /** For how long past its deadline a lapsed lease stays with its holder. */
  long hardNanos(long ttlMillis) {
    boolean kept = hard(ttlMillis) && !breaking() && !runsOut;
    return kept ? (hardTtlMillis - ttlMillis) * 1_000_000 : 0;
  }
}

package io.tenure.core;

import io.tenure.api.Mode;
import io.tenure.api.Value;
import org.jspecify.annotations.Nullable;

/** What only some tenures have: kept beside the columns, for those alone. */
final class RareAttributes {

  final Mode mode;
  final int slotNumber;
  final long hardTtlMillis;
  final long lockDelayMillis;
  final long maxLifetimeMillis;

  @Nullable Value value;

  /** The session it lives with, and its place among that session's leases. */
  @Nullable SessionLink link;

  int linkIndex;

  /** By the lease clock; meaningful with a maxLifetime only. */
  long lifetimeEnd;

  /** An operator ends it at its deadline, which no longer moves; -1 when nobody does. */
  long graceMillis = -1;

  String breakReason = "";

  /** Recovered in doubt: nothing extends it, and for its holder it is over. */
  boolean runsOut;

  /** Of an exclusive lease that had none when it began. */
  RareAttributes() {
    mode = Mode.EXCLUSIVE;
    slotNumber = -1;
    hardTtlMillis = 0;
    lockDelayMillis = 0;
    maxLifetimeMillis = 0;
  }

  RareAttributes(Tenure tenure) {
    mode = tenure.mode();
    slotNumber = tenure.slotNumber();
    hardTtlMillis = tenure.hardTtlMillis();
    lockDelayMillis = tenure.lockDelayMillis();
    maxLifetimeMillis = tenure.maxLifetimeMillis();
    value = tenure.value();
  }

  static boolean needed(Tenure tenure) {
    return special(tenure)
        || tenure.mode().kind() != Mode.Kind.EXCLUSIVE
        || tenure.lockDelayMillis() != 0
        || tenure.value() != null;
  }

  static boolean special(Tenure tenure) {
    return tenure.session() != null
        || tenure.hardTtlMillis() != 0
        || tenure.maxLifetimeMillis() != 0;
  }

  boolean breaking() {
    return graceMillis >= 0;
  }

  /** Whether its holder may renew it when it has lapsed. */
  boolean hard(long ttlMillis) {
    return hardTtlMillis > ttlMillis;
  }

  /** For how long past its deadline a lapsed lease is kept for its holder. */
  long hardNanos(long ttlMillis) {
    boolean kept = hard(ttlMillis) && !breaking() && !runsOut;
    return kept ? (hardTtlMillis - ttlMillis) * 1_000_000 : 0;
  }
}

package io.tenure.store.redis;

/**
 * The doubt of this server's last claim of one shard, and what that claim protects from. All access
 * is synchronised on this object.
 */
final class ClaimDoubt {

  /**
   * What a claim protects from: promises and owners that the store may have forgotten, and the
   * owner before.
   *
   * @param quarantineMillis the longest promise that the quarantine outlasts
   * @param forgottenOwnershipMillis the longest ownership period that the wait before it outlasts
   * @param overtakenEpoch the epoch that the store had before the claim
   */
  record Protection(long quarantineMillis, long forgottenOwnershipMillis, long overtakenEpoch) {

    static final Protection NONE = new Protection(0, 0, 0);
  }

  /** Whether the store has confirmed a doubt of this ownership, and not yet that it is over. */
  private boolean stands;

  private Protection protection = Protection.NONE;

  synchronized void claimed(boolean inDoubt, Protection by) {
    stands = inDoubt;
    protection = by;
  }

  synchronized void stands(boolean does) {
    stands = does;
  }

  synchronized boolean stands() {
    return stands;
  }

  synchronized Protection protection() {
    return protection;
  }

  /** Whether another server has noted more than the claim in doubt protects from. */
  synchronized boolean learns(long promise, long ownership) {
    return stands
        && (promise > protection.quarantineMillis
            || ownership > protection.forgottenOwnershipMillis);
  }
}

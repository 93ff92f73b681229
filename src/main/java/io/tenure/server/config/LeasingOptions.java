package io.tenure.server.config;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardSettings;
import io.tenure.store.LeaseStore;

/**
 * The part of the configuration of a server that decides about its leases: the store, the shards,
 * their ownership, the patience and the limits.
 *
 * @param shards as many as when the store was first used
 * @param ownershipMillis how long a shard stays with a server that is not heard of; {@link
 *     #BY_STORE}, or {@link LeaseStore#FOR_EVER} where no other server shares the store
 * @param patienceMillis how long a request waits for a store that does not answer
 */
public record LeasingOptions(
    StoreOptions store, int shards, long ownershipMillis, long patienceMillis, Limits limits) {

  /**
   * For ever with a store of the server's own, {@link ShardSettings#OWNERSHIP_MILLIS} with a shared
   * one.
   */
  public static final long BY_STORE = -1;

  /** A shorter ownership period would run out in an ordinary pause of server or store. */
  static final long OWNERSHIP_MILLIS_MIN = ExclusionMargins.PERIOD_MILLIS_MIN;

  static final long OWNERSHIP_MILLIS_MAX = 86_400_000;

  public static final LeasingOptions DEFAULT =
      new LeasingOptions(
          StoreOptions.DEFAULT,
          ShardRouter.SHARDS,
          BY_STORE,
          ShardSettings.PATIENCE_MILLIS,
          Limits.DEFAULT);

  public LeasingOptions {
    between("shards", shards, 1, Limits.SHARDS_MAX);
    between("patience", patienceMillis, 1, limits.waitMillisMax());
    if (ownershipMillis != BY_STORE && ownershipMillis != LeaseStore.FOR_EVER) {
      between("ownership", ownershipMillis, OWNERSHIP_MILLIS_MIN, OWNERSHIP_MILLIS_MAX);
    }
  }

  public long effectiveOwnershipMillis() {
    if (ownershipMillis != BY_STORE) {
      return ownershipMillis;
    }
    return store.isOurs() ? LeaseStore.FOR_EVER : ShardSettings.OWNERSHIP_MILLIS;
  }

  public LeasingOptions withStore(StoreOptions other) {
    return new LeasingOptions(other, shards, ownershipMillis, patienceMillis, limits);
  }

  public LeasingOptions withShards(int count) {
    return new LeasingOptions(store, count, ownershipMillis, patienceMillis, limits);
  }

  public LeasingOptions withOwnershipMillis(long millis) {
    return new LeasingOptions(store, shards, millis, patienceMillis, limits);
  }

  public LeasingOptions withLimits(Limits wanted) {
    return new LeasingOptions(store, shards, ownershipMillis, patienceMillis, wanted);
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }
}

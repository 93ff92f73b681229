package io.tenure.server.config;

import io.tenure.api.ExclusionMargins;
import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
import io.tenure.server.OpenStore;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardSettings;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;

/**
 * How a server is to run.
 *
 * @param store {@link OpenStore#EMBEDDED}, {@link OpenStore#MEMORY}, or the address of a Redis
 * @param data the directory of what the server must find again; its Redis too, when that is its own
 * @param shards as many as when the store was first used
 * @param ownershipMillis how long a shard stays with a server that is not heard of; {@link
 *     #BY_STORE}, or {@link LeaseStore#FOR_EVER} where no other server shares the store
 * @param relaxed grants are answered before the store has kept them
 * @param replicas so many replicas of the Redis must have a grant before it is answered
 * @param patienceMillis how long a request waits for a store that does not answer
 */
public record Config(
    String store,
    Path data,
    int shards,
    long ownershipMillis,
    boolean relaxed,
    int replicas,
    long patienceMillis,
    Limits limits) {

  /**
   * For ever with a store of the server's own, {@link ShardSettings#TERM_MILLIS} with a shared one.
   */
  public static final long BY_STORE = -1;

  /** A shorter ownership would run out in an ordinary pause of server or store. */
  static final long OWNERSHIP_MILLIS_MIN = ExclusionMargins.PERIOD_MILLIS_MIN;

  static final long OWNERSHIP_MILLIS_MAX = 86_400_000;
  static final int REPLICAS_MAX = 16;

  public static final Config STANDARD =
      new Config(
          OpenStore.EMBEDDED,
          Path.of("data"),
          ShardRouter.SHARDS,
          BY_STORE,
          false,
          0,
          ShardSettings.PATIENCE_MILLIS,
          Limits.STANDARD);

  public Config {
    between("shards", shards, 1, ShardRouter.SHARDS_MAX);
    between("replicas", replicas, 0, REPLICAS_MAX);
    between("patience", patienceMillis, 1, limits.waitMillisMax());
    if (ownershipMillis != BY_STORE && ownershipMillis != LeaseStore.FOR_EVER) {
      between("ownership", ownershipMillis, OWNERSHIP_MILLIS_MIN, OWNERSHIP_MILLIS_MAX);
    }
    if (relaxed && replicas > 0) {
      throw new InvalidFieldException(
          "replicas", "is for strict durability; drop it, or drop relaxed");
    }
  }

  /** Whether nobody else can reach the store. */
  public boolean storeIsOurs() {
    return store.equals(OpenStore.EMBEDDED) || store.equals(OpenStore.MEMORY);
  }

  public long termMillis() {
    if (ownershipMillis != BY_STORE) {
      return ownershipMillis;
    }
    return storeIsOurs() ? LeaseStore.FOR_EVER : ShardSettings.TERM_MILLIS;
  }

  public Config withStore(String address) {
    return new Config(
        address, data, shards, ownershipMillis, relaxed, replicas, patienceMillis, limits);
  }

  public Config withData(Path directory) {
    return new Config(
        store, directory, shards, ownershipMillis, relaxed, replicas, patienceMillis, limits);
  }

  public Config withShards(int count) {
    return new Config(
        store, data, count, ownershipMillis, relaxed, replicas, patienceMillis, limits);
  }

  public Config withOwnershipMillis(long millis) {
    return new Config(store, data, shards, millis, relaxed, replicas, patienceMillis, limits);
  }

  public Config withRelaxed(boolean wanted) {
    return new Config(
        store, data, shards, ownershipMillis, wanted, replicas, patienceMillis, limits);
  }

  public Config withReplicas(int count) {
    return new Config(store, data, shards, ownershipMillis, relaxed, count, patienceMillis, limits);
  }

  public Config withLimits(Limits wanted) {
    return new Config(
        store, data, shards, ownershipMillis, relaxed, replicas, patienceMillis, wanted);
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }
}

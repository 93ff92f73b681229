package io.tenure.server;

import io.tenure.server.config.StoreOptions;
import io.tenure.store.LeaseStore;
import io.tenure.store.StoreUnusableException;
import io.tenure.store.embedded.DataDirectory;
import io.tenure.store.embedded.FileWitness;
import io.tenure.store.embedded.PrivateRedis;
import io.tenure.store.memory.MemoryStore;
import io.tenure.store.redis.RedisAddress;
import io.tenure.store.redis.RedisOptions;
import io.tenure.store.redis.RedisStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that an address names, together with everything that it needs to run. All of it is opened
 * together and closed together.
 */
public final class OpenedStore {

  /** The address of a Redis of the server's own, in its data directory. */
  public static final String EMBEDDED = "embedded";

  /** The address of a store in memory: nothing survives the process. */
  public static final String MEMORY = "memory";

  /**
   * The store that a server asks for.
   *
   * @param alone no other server can come to own the shards, so the server that finds the data
   *     directory free may claim them at once
   * @param ttlMillisMax the longest ttl that was ever allowed; used when nothing better is known
   * @param ending completes when the server is to end: then nothing waits for a store any more
   * @param log takes one line for each event that an operator should know
   */
  public record Wish(
      StoreOptions store,
      int shards,
      boolean alone,
      long ttlMillisMax,
      Future<Void> ending,
      Consumer<String> log) {}

  private final LeaseStore store;
  private final String owner;
  private final Supplier<String> product;
  private final Supplier<Future<Void>> reach;
  private final Supplier<Future<Void>> close;

  private OpenedStore(
      LeaseStore store,
      String owner,
      Supplier<String> product,
      Supplier<Future<Void>> reach,
      Supplier<Future<Void>> close) {
    this.store = store;
    this.owner = owner;
    this.product = product;
    this.reach = reach;
    this.close = close;
  }

  /** Opens the store. Fails with {@link StoreUnusableException}; its message is complete. */
  public static Future<OpenedStore> open(Vertx vertx, Wish wish, LongSupplier nanoTime) {
    if (wish.store().address().equals(MEMORY)) {
      return Future.succeededFuture(
          new OpenedStore(
              new MemoryStore(nanoTime),
              UUID.randomUUID().toString(),
              () -> "",
              Future::succeededFuture,
              Future::succeededFuture));
    }
    RedisAddress shared = wish.store().at().redis();
    return vertx
        .executeBlocking(() -> DataDirectory.open(wish.store().data(), wish.log()), false)
        .compose(
            directory ->
                in(vertx, wish, nanoTime, directory, shared)
                    .onFailure(failure -> directory.close()));
  }

  private static Future<OpenedStore> in(
      Vertx vertx,
      Wish wish,
      LongSupplier nanoTime,
      DataDirectory directory,
      @Nullable RedisAddress shared) {
    long longestMillis = 2 * wish.ttlMillisMax(); // a ttl, and a lock-delay after it
    return vertx
        .executeBlocking(
            () -> FileWitness.open(vertx, directory, wish.shards(), longestMillis, wish.log()),
            false)
        .compose(
            witness ->
                shared != null
                    ? redis(
                        vertx, wish, nanoTime, directory, witness, shared, Future::succeededFuture)
                    : PrivateRedis.start(vertx, directory, wish.ending(), wish.log()::accept)
                        .compose(
                            own ->
                                redis(
                                    vertx,
                                    wish,
                                    nanoTime,
                                    directory,
                                    witness,
                                    RedisAddress.parse(own.address()),
                                    own::stop)));
  }

  private static Future<OpenedStore> redis(
      Vertx vertx,
      Wish wish,
      LongSupplier nanoTime,
      DataDirectory directory,
      FileWitness witness,
      RedisAddress address,
      Supplier<Future<Void>> stop) {
    RedisOptions options =
        new RedisOptions(
            address,
            wish.shards(),
            wish.store().relaxed(),
            wish.store().replicas(),
            RedisOptions.CALL_MILLIS,
            Math.min(wish.ttlMillisMax(), RedisOptions.AT_ONCE_MILLIS));
    RedisStore store = new RedisStore(vertx, options, nanoTime, witness);
    OpenedStore opened =
        new OpenedStore(
            store,
            owner(wish, directory),
            store::product,
            store::reach,
            () ->
                store
                    .close()
                    .eventually(witness::close)
                    .eventually(stop)
                    .onComplete(done -> directory.close()));
    return store
        .sameLayout()
        .map(opened)
        .recover(other -> opened.close().transform(closed -> Future.failedFuture(other)));
  }

  /**
   * Returns the name of the owner. The lock alone decides which server has a Redis of its own, so
   * every server uses one name there. For another Redis the name is that of the data directory,
   * with a part of this process alone where other servers could own the shards too.
   */
  private static String owner(Wish wish, DataDirectory directory) {
    if (wish.store().address().equals(EMBEDDED)) {
      return EMBEDDED;
    }
    String name = directory.serverName();
    return wish.alone() ? name : name + "/" + UUID.randomUUID();
  }

  public LeaseStore store() {
    return store;
  }

  /**
   * Returns the name under which this server owns shards. Where other servers could own the shards
   * too, the name belongs to this process alone, because a data directory may have been copied.
   */
  public String owner() {
    return owner;
  }

  /** Name and version of the Redis; empty when there is none, or it is not known. */
  public String product() {
    return product.get();
  }

  /**
   * Connects to a shared store; fails with {@link StoreUnusableException} if the store does not let
   * this server in.
   */
  public Future<Void> reach() {
    return reach.get();
  }

  public Future<Void> close() {
    return close.get();
  }
}

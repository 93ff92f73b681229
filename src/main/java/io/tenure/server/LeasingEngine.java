package io.tenure.server;

import io.tenure.server.config.LeasingOptions;
import io.tenure.server.log.LineLoggers;
import io.tenure.server.log.ShardLog;
import io.tenure.shard.ShardRouter;
import io.tenure.shard.ShardSettings;
import io.tenure.shard.loop.Clock;
import io.tenure.store.LeaseStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.function.Consumer;
import org.slf4j.ILoggerFactory;
import org.slf4j.event.Level;

/** Wires the store and the shards of a server, which decide everything about leases. */
public final class LeasingEngine {

  private final OpenedStore store;
  private final ShardRouter router;
  private final Future<Boolean> settled;

  private LeasingEngine(OpenedStore store, ShardRouter router, Future<Boolean> settled) {
    this.store = store;
    this.router = router;
    this.settled = settled;
  }

  /**
   * Completes when the store is open and every shard is at work: to own it, or to wait for it.
   *
   * @param lines takes one line for each event that an operator should know
   */
  public static Future<LeasingEngine> start(
      Vertx vertx, LeasingOptions config, Consumer<String> lines) {
    return open(
        vertx,
        config,
        Promise.<Void>promise().future(),
        new LineLoggers(line -> lines.accept(line.says()), Level.INFO));
  }

  /** Fails when {@code ending} completes while its store is being opened. */
  static Future<LeasingEngine> open(
      Vertx vertx, LeasingOptions config, Future<Void> ending, ILoggerFactory loggers) {
    OpenedStore.Wish wish =
        new OpenedStore.Wish(
            config.store(),
            config.shards(),
            config.effectiveOwnershipMillis() == LeaseStore.FOR_EVER,
            config.limits().ttlMillisMax(),
            ending,
            loggers.getLogger("store")::info);
    ShardLog probe = new ShardLog(config.shards(), loggers.getLogger("shard"));
    return OpenedStore.open(vertx, wish, Clock.SYSTEM::nanos)
        .compose(
            store ->
                ShardRouter.deploy(
                        vertx,
                        config.shards(),
                        rules(config, store.owner()),
                        store.store(),
                        Clock.SYSTEM,
                        probe)
                    .map(router -> new LeasingEngine(store, router, probe.settled()))
                    .recover(
                        failure ->
                            store.close().transform(closed -> Future.failedFuture(failure))));
  }

  /** Fails if the store cannot be reached: its address is probably wrong. */
  Future<Void> reach() {
    return store.reach();
  }

  /** Name and version of the Redis that has the leases; empty when they are not known. */
  String product() {
    return store.product();
  }

  /**
   * Whether all shards are served here at once, or at least one has to wait: for another server.
   */
  Future<Boolean> settled() {
    return settled;
  }

  public ShardRouter router() {
    return router;
  }

  /** Hands the shards back in order, and closes what it opened. */
  public Future<Void> stop() {
    return router.leave().eventually(store::close);
  }

  private static ShardSettings rules(LeasingOptions config, String owner) {
    return new ShardSettings(
        config.limits(),
        owner,
        config.effectiveOwnershipMillis(),
        config.store().relaxed(),
        config.patienceMillis());
  }
}

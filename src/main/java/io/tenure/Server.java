package io.tenure;

import io.tenure.shard.Clock;
import io.tenure.shard.Leases;
import io.tenure.shard.Rules;
import io.tenure.store.LeaseStore;
import io.tenure.store.OpenStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.function.Consumer;

/** A running server: its store and its shards, wired. */
public final class Server {

  private final OpenStore store;
  private final Leases leases;

  private Server(OpenStore store, Leases leases) {
    this.store = store;
    this.leases = leases;
  }

  /**
   * Completes when the store is open and every shard is at work: to own it, or to wait for it.
   *
   * @param log hears in one line each what a person should know
   */
  public static Future<Server> start(Vertx vertx, Config config, Consumer<String> log) {
    OpenStore.Wish wish =
        new OpenStore.Wish(
            config.store(),
            config.data(),
            config.shards(),
            config.termMillis() == LeaseStore.FOR_EVER,
            config.relaxed(),
            config.replicas(),
            config.limits().ttlMillisMax(),
            log);
    return OpenStore.open(vertx, wish, Clock.SYSTEM::nanos)
        .compose(
            store ->
                Leases.deploy(
                        vertx,
                        config.shards(),
                        rules(config, store.owner()),
                        store.store(),
                        Clock.SYSTEM,
                        new ShardLog(config.shards(), log))
                    .map(leases -> new Server(store, leases))
                    .recover(
                        failure ->
                            store.close().transform(closed -> Future.failedFuture(failure))));
  }

  public Leases leases() {
    return leases;
  }

  /** Hands the shards back in order, and closes what it opened. */
  public Future<Void> stop() {
    return leases.leave().eventually(store::close);
  }

  private static Rules rules(Config config, String owner) {
    return new Rules(
        config.limits(), owner, config.termMillis(), config.relaxed(), config.patienceMillis());
  }
}

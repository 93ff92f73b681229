package io.tenure.store.redis;

import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces a promise longer than any before to Redis, ahead of the grant that makes it. Otherwise
 * Redis could lose both together, and the next owner of the shard would not wait for long enough.
 * So Redis, each replica and each standby have known of the promise for an ownership period when it
 * is given: a replica that has confirmed the grant may be lost together with its primary. Many
 * loops use an announcer.
 */
final class PromiseAnnouncer {

  private static final Logger LOG = LoggerFactory.getLogger(PromiseAnnouncer.class);

  private final ConnectionSource connections;
  private final RedisDurability durability;
  private final LongSupplier nanoTime;
  private final Witness witness;

  PromiseAnnouncer(
      ConnectionSource connections,
      RedisDurability durability,
      LongSupplier nanoTime,
      Witness witness) {
    this.connections = connections;
    this.durability = durability;
    this.nanoTime = nanoTime;
    this.witness = witness;
  }

  /** Completes when the witness of this server remembers the promise outside Redis. */
  Future<Void> remember(long millis) {
    if (millis <= witness.promisedMillis()) {
      return Future.succeededFuture();
    }
    Promise<Void> remembered = connections.promise();
    witness.promise(millis).onComplete(remembered);
    return remembered.future();
  }

  /**
   * Announces the promise; completes when it may be given. Fails, as any call does, when nothing
   * was done.
   */
  Future<Void> tell(
      int shard, long epoch, String ownershipId, int lane, ShardStoreState state, long millis) {
    long young = state.youngMillis(millis, nanoTime.getAsLong());
    if (young == 0) {
      return Future.succeededFuture();
    }
    Future<Void> older =
        young == ShardStoreState.UNTOLD
            ? raise(shard, ownershipId, lane, state, millis)
            : grow(shard, epoch, state, millis, young);
    return older.compose(told -> tell(shard, epoch, ownershipId, lane, state, millis));
  }

  /** Raises the announced promise, in steps, so that not every new ttl costs a wait. */
  private Future<Void> raise(
      int shard, String ownershipId, int lane, ShardStoreState state, long millis) {
    long raisedMillis = Witness.rounded(millis);
    return connections
        .on(
            lane,
            connection ->
                durability
                    .keepAll(connection)
                    .compose(
                        keeps ->
                            connection.run(
                                new ScriptRun(Script.PROMISE, ShardKeys.of(shard).meta())
                                    .arg(ownershipId)
                                    .arg(raisedMillis)
                                    .arg(keeps))))
        .map(
            answer -> {
              boolean kept = ScriptResults.done(answer, shard).get(1).toString().equals("kept");
              state.told(raisedMillis, nanoTime.getAsLong());
              state.established(kept ? raisedMillis : 0);
              return null;
            });
  }

  private Future<Void> grow(int shard, long epoch, ShardStoreState state, long millis, long young) {
    LOG.debug(
        "shard {}: a lease of {} ms is longer than any before, and is granted in {} ms: until"
            + " then other servers hear of it, because Redis could lose it",
        shard,
        millis,
        young);
    state.waits(epoch, true);
    return connections.pause(young).onComplete(over -> state.waits(epoch, false));
  }
}

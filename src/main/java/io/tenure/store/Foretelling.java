package io.tenure.store;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.LongSupplier;

/**
 * Makes a promise longer than any before known ahead of the grant that makes it: Redis could lose
 * both together, and whoever takes the shard over would not wait for long enough. So Redis, and by
 * it each server that stands by, has known of the promise for a term when it is given. Used by many
 * loops.
 */
final class Foretelling {

  private static final System.Logger LOG = System.getLogger(Foretelling.class.getName());

  private final Lines lines;
  private final RedisSettings settings;
  private final LongSupplier nanoTime;
  private final Witness witness;

  Foretelling(Lines lines, RedisSettings settings, LongSupplier nanoTime, Witness witness) {
    this.lines = lines;
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.witness = witness;
  }

  /** Completes when this server remembers it outside Redis. */
  Future<Void> remember(long millis) {
    if (millis <= witness.promisedMillis()) {
      return Future.succeededFuture();
    }
    Promise<Void> remembered = lines.promise();
    witness.promise(millis).onComplete(remembered);
    return remembered.future();
  }

  /** Completes when the promise may be given; fails, as any call does, when nothing was done. */
  Future<Void> tell(
      int shard, long epoch, String standing, int lane, ShardMemory memory, long millis) {
    long young = memory.youngMillis(millis, nanoTime.getAsLong());
    if (young == 0) {
      return Future.succeededFuture();
    }
    Future<Void> older =
        young == ShardMemory.UNTOLD
            ? raise(shard, standing, lane, memory, millis)
            : grow(shard, epoch, memory, millis, young);
    return older.compose(told -> tell(shard, epoch, standing, lane, memory, millis));
  }

  /** In steps, so that not every new ttl costs a wait. */
  private Future<Void> raise(
      int shard, String standing, int lane, ShardMemory memory, long millis) {
    long raisedMillis = FileWitness.rounded(millis);
    return lines
        .on(
            lane,
            line ->
                settings
                    .keepAll(line)
                    .compose(
                        keeps ->
                            line.run(
                                new Call(Script.PROMISE, ShardKeys.of(shard).meta())
                                    .arg(standing)
                                    .arg(raisedMillis)
                                    .arg(keeps))))
        .map(
            answer -> {
              boolean kept = Answers.done(answer, shard).get(1).toString().equals("kept");
              memory.told(raisedMillis, nanoTime.getAsLong());
              memory.stood(kept ? raisedMillis : 0);
              return null;
            });
  }

  private Future<Void> grow(int shard, long epoch, ShardMemory memory, long millis, long young) {
    LOG.log(
        System.Logger.Level.INFO,
        "shard {0}: a lease of {1} ms is longer than any before, and is granted in {2} ms: until"
            + " then other servers hear of it, because Redis could lose it",
        shard,
        millis,
        young);
    memory.waits(epoch, true);
    return lines.pause(young).onComplete(over -> memory.waits(epoch, false));
  }
}

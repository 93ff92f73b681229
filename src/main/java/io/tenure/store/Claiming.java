package io.tenure.store;

import io.tenure.store.LeaseStore.Claim;
import io.tenure.store.LeaseStore.Refused;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How a shard is taken over, and what may have been lost when it is. Any number of loops use it.
 */
final class Claiming {

  private static final System.Logger LOG = System.getLogger(Claiming.class.getName());

  private final RedisSettings settings;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final boolean relaxed;
  private final int shards;

  private final String server;

  private final AtomicLong attempts = new AtomicLong();

  Claiming(
      RedisSettings settings,
      LongSupplier nanoTime,
      Witness witness,
      boolean relaxed,
      int shards,
      String server) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.witness = witness;
    this.relaxed = relaxed;
    this.shards = shards;
    this.server = server;
  }

  Future<Claim> claim(
      RedisLine line, int shard, ShardMemory memory, String owner, long epochMin, long termMillis) {
    return Future.all(settings.keepAll(line), settings.dropNothing(line), sameLayout(line))
        .map(known -> known.<Boolean>resultAt(0))
        .compose(keeps -> line.runDurably(call(shard, memory, owner, epochMin, termMillis, keeps)))
        .map(answer -> claimed(shard, memory, termMillis, answer));
  }

  /**
   * Whoever uses a store first decides how many shards it has. Fails with {@link Refused} when that
   * was another number: whoever has another one looks for a key where its owner is not.
   */
  Future<Void> sameLayout(RedisLine line) {
    return line.run(new Call(Script.LAYOUT, ShardKeys.of(0).meta()).arg(shards))
        .map(
            answer -> {
              Answers.done(answer, 0);
              return null;
            });
  }

  private Call call(
      int shard, ShardMemory memory, String owner, long epochMin, long termMillis, boolean keeps) {
    long nowNanos = nanoTime.getAsLong();
    ShardMemory.Reading overdue = memory.overdue(nowNanos);
    long witnessed = witness.epoch(shard);
    boolean mine = memory.epoch() > 0 && memory.epoch() >= witnessed;
    return new Call(Script.CLAIM, ShardKeys.of(shard).meta())
        .arg(owner)
        .arg(epochMin)
        .arg(termMillis)
        .arg(server)
        .arg(overdue == null ? "" : overdue.epoch())
        .arg(overdue == null ? "" : overdue.beat())
        .arg(mine ? memory.epoch() : witnessed)
        .arg(mine ? memory.place() : witness.place(shard))
        .arg(mine)
        .arg(keeps)
        .arg(relaxed)
        .arg(attempts.incrementAndGet())
        .arg(shards)
        .arg(memory.ownerMayLive(nowNanos));
  }

  /**
   * A store that has forgotten its owner lets the next one in while that still renews: so a
   * quarantine is longer than the longest promise by a term.
   */
  private Claim claimed(int shard, ShardMemory memory, long ownTermMillis, Response answer) {
    long nowNanos = nanoTime.getAsLong();
    if (Answers.is(answer, "OWNED")) {
      long termMillis = answer.get(4).toLong();
      long leftMillis =
          memory.heard(answer.get(2).toString(), answer.get(3).toString(), termMillis, nowNanos);
      remember(shard, answer);
      throw new Refused(
          "shard "
              + shard
              + " is owned by "
              + answer.get(1)
              + (termMillis == LeaseStore.FOR_EVER
                  ? ", until that server leaves"
                  : ", for another " + leftMillis + " ms if it is not heard of again"));
    }
    Response done = Answers.done(answer, shard);
    long epoch = done.get(1).toLong();
    String doubt = done.get(2).toString();
    long quarantineMillis =
        doubt.isEmpty() ? 0 : promisedMillis(memory, done.get(3).toLong()) + ownTermMillis;
    if (quarantineMillis > 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "shard {0}: nothing is granted for {1} ms, because the store may have lost leases ({2})",
          shard,
          quarantineMillis,
          doubt);
    }
    memory.claimed(epoch, quarantineMillis, nowNanos);
    witness.kept(shard, epoch, 0);
    return new Claim(epoch, quarantineMillis);
  }

  /** Whoever stands by must know as well when the store forgets what the owner had kept. */
  private void remember(int shard, Response owned) {
    witness.kept(shard, owned.get(2).toLong(), owned.get(5).toLong());
    witness.promise(owned.get(6).toLong());
  }

  private long promisedMillis(ShardMemory memory, long storedMillis) {
    return Math.max(storedMillis, Math.max(memory.promisedMillis(), witness.promisedMillis()));
  }
}

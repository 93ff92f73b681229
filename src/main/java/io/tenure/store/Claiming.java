package io.tenure.store;

import io.tenure.store.LeaseStore.Advance;
import io.tenure.store.LeaseStore.Claim;
import io.tenure.store.LeaseStore.Epoch;
import io.tenure.store.LeaseStore.Refused;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Claims shards, finds out what may have been lost, and moves owners on. Used by many loops. */
final class Claiming {

  private static final System.Logger LOG = System.getLogger(Claiming.class.getName());

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;

  private final RedisSettings settings;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final boolean relaxed;
  private final int shards;
  private final long atOnceMillis;
  private final String server;

  private final AtomicLong attempts = new AtomicLong();

  Claiming(
      RedisSettings settings,
      LongSupplier nanoTime,
      Witness witness,
      RedisStore.Options options,
      String server) {
    this.settings = settings;
    this.nanoTime = nanoTime;
    this.witness = witness;
    relaxed = options.relaxed();
    shards = options.shards();
    atOnceMillis = options.atOnceMillis();
    this.server = server;
  }

  Future<Claim> claim(
      Line line,
      int shard,
      ShardMemory memory,
      String owner,
      long termMillis,
      boolean answeredInVain) {
    return Future.all(settings.keepAll(line), settings.dropNothing(line), sameLayout(line))
        .map(known -> known.<Boolean>resultAt(0))
        .compose(
            keeps ->
                line.runDurably(claimCall(shard, memory, owner, termMillis, keeps, answeredInVain)))
        .map(answer -> claimed(shard, memory, termMillis, answer));
  }

  Future<Advance> advance(
      Line line,
      int shard,
      ShardMemory memory,
      String owner,
      String standing,
      long termMillis,
      String identity) {
    long tellsMillis = promisedMillis(memory);
    return settings
        .keepAll(line)
        .compose(
            keeps ->
                line.runDurably(
                    new Call(Script.ADVANCE, ShardKeys.of(shard).meta())
                        .arg(standing)
                        .arg(owner)
                        .arg(termMillis)
                        .arg(attempts.incrementAndGet())
                        .arg(memory.place())
                        .arg(relaxed)
                        .arg(keeps)
                        .arg(tellsMillis)
                        .arg(shards)
                        .arg(identity)))
        .map(answer -> advanced(shard, memory, termMillis, tellsMillis, answer));
  }

  /**
   * The server that uses a store first decides how many shards it has. Fails with {@link Refused}
   * when that was another number: a server with another one looks for a key where its owner is not.
   */
  Future<Void> sameLayout(Line line) {
    return line.run(new Call(Script.LAYOUT, ShardKeys.of(0).meta()).arg(shards))
        .map(
            answer -> {
              Answers.done(answer, 0);
              return null;
            });
  }

  private Call claimCall(
      int shard,
      ShardMemory memory,
      String owner,
      long termMillis,
      boolean keeps,
      boolean answeredInVain) {
    long nowNanos = nanoTime.getAsLong();
    ShardMemory.Reading overdue = memory.overdue(nowNanos);
    long witnessed = witness.epoch(shard);
    boolean mine = memory.epoch() > 0 && memory.epoch() >= witnessed;
    return new Call(Script.CLAIM, ShardKeys.of(shard).meta())
        .arg(owner)
        .arg(termMillis)
        .arg(server)
        .arg(attempts.incrementAndGet())
        .arg(shards)
        .arg(overdue == null ? "" : overdue.epoch())
        .arg(overdue == null ? "" : overdue.beat())
        .arg(mine ? memory.epoch() : witnessed)
        .arg(mine ? memory.place() : witness.place(shard))
        .arg(memory.ownerMayLive(nowNanos))
        .arg(relaxed)
        .arg(keeps)
        .arg(promisedMillis(memory))
        .arg(answeredInVain)
        .arg(overdue == null ? "" : overdue.identity());
  }

  /**
   * A store that has forgotten its owner lets the next one in while that still serves: so a
   * claimant in doubt serves only after the longer of both terms.
   */
  private Claim claimed(int shard, ShardMemory memory, long ownTermMillis, Response answer) {
    long nowNanos = nanoTime.getAsLong();
    refuseOwned(shard, memory, answer, nowNanos);
    Response done = Answers.done(answer, shard);
    Epoch given = given(done, shard);
    String doubt = done.get(4).toString();
    String lostTerm = done.get(6).toString();
    long forgottenTermMillis =
        doubt.isEmpty()
            ? 0
            : Math.max(
                ShardMemory.heardMillis(ownTermMillis),
                Math.max(
                    memory.heardTermMillis(),
                    lostTerm.isEmpty() ? 0 : ShardMemory.heardMillis(Long.parseLong(lostTerm))));
    long promisedMillis = Math.max(done.get(5).toLong(), promisedMillis(memory));
    long quarantineMillis = doubt.isEmpty() ? 0 : promisedMillis;
    if (quarantineMillis > 0) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "shard {0}: nothing is granted for {1} ms, because the store may have lost leases ({2})",
          shard,
          forgottenTermMillis + quarantineMillis,
          doubt);
    }
    long stoodMillis = Math.max(done.get(7).toLong(), atOnceMillis);
    memory.claimed(given.number(), ownTermMillis, promisedMillis, stoodMillis, nowNanos);
    witness.kept(shard, given.number(), 0);
    return new Claim(given, quarantineMillis, forgottenTermMillis, doubt, done.get(8).toString());
  }

  private Advance advanced(
      int shard, ShardMemory memory, long termMillis, long tellsMillis, Response answer) {
    long nowNanos = nanoTime.getAsLong();
    refuseOwned(shard, memory, answer, nowNanos);
    Response done = Answers.done(answer, shard);
    Epoch given = given(done, shard);
    boolean wentBackwards = !done.get(4).toString().isEmpty();
    memory.advanced(given.number(), termMillis, tellsMillis, nowNanos);
    witness.kept(shard, given.number(), 0);
    return new Advance(given, wentBackwards);
  }

  private void refuseOwned(int shard, ShardMemory memory, Response answer, long nowNanos) {
    if (!Answers.is(answer, "OWNED")) {
      return;
    }
    long termMillis = answer.get(4).toLong();
    var reading =
        new ShardMemory.Reading(
            answer.get(2).toString(),
            answer.get(3).toString(),
            termMillis,
            answer.get(7).toString(),
            nowNanos);
    long leftMillis = memory.heard(reading);
    remember(shard, memory, answer);
    throw new Refused(
        "shard "
            + shard
            + " is owned by "
            + answer.get(1)
            + (termMillis == LeaseStore.FOR_EVER
                ? ", until that server leaves"
                : ", for another " + leftMillis + " ms if it is not heard of again"),
        answer.get(1).toString(),
        answer.get(8).toLong());
  }

  /** What stands at 1 to 3: the epoch, the seconds of the clock, and the microseconds. */
  private static Epoch given(Response done, int shard) {
    long number = done.get(1).toLong();
    long seconds = done.get(2).toLong();
    int micros = done.get(3).toInteger();
    long ahead = Math.max(0, (number - seconds) * MILLIS_PER_SECOND - micros / MICROS_PER_MILLI);
    if (ahead > 0) {
      LOG.log(
          System.Logger.Level.DEBUG,
          "shard {0}: epoch {1} is {2} ms ahead of the clock of Redis",
          shard,
          number,
          ahead);
    }
    return new Epoch(number, number == seconds ? micros : 0, ahead);
  }

  /** A server that stands by must know as well when the store forgets what the owner had kept. */
  private void remember(int shard, ShardMemory memory, Response owned) {
    long promisedMillis = owned.get(6).toLong();
    witness.kept(shard, owned.get(2).toLong(), owned.get(5).toLong());
    witness.promise(promisedMillis);
    memory.promise(promisedMillis);
  }

  private long promisedMillis(ShardMemory memory) {
    return Math.max(atOnceMillis, Math.max(memory.promisedMillis(), witness.promisedMillis()));
  }
}

package io.tenure.store.redis;

import io.tenure.api.ExclusionMargins;
import io.tenure.store.LeaseStore;
import io.tenure.store.LeaseStore.Advance;
import io.tenure.store.LeaseStore.Claim;
import io.tenure.store.LeaseStore.Epoch;
import io.tenure.store.LeaseStore.Refused;
import io.tenure.store.Witness;
import io.vertx.core.Future;
import io.vertx.redis.client.Response;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Claims shards, finds out what may have been lost, and moves owners on. Used by many loops. */
final class ShardClaimer {

  private static final Logger LOG = LoggerFactory.getLogger(ShardClaimer.class);

  private static final long MILLIS_PER_SECOND = 1_000;
  private static final long MICROS_PER_MILLI = 1_000;

  private final RedisDurability durability;
  private final LongSupplier nanoTime;
  private final Witness witness;
  private final boolean relaxed;
  private final int shards;
  private final long atOnceMillis;
  private final String server;

  private final AtomicLong attempts = new AtomicLong();

  /** The ownership periods of others that differ, and were told of. */
  private final Set<Long> others = ConcurrentHashMap.newKeySet();

  ShardClaimer(
      RedisDurability durability,
      LongSupplier nanoTime,
      Witness witness,
      RedisOptions options,
      String server) {
    this.durability = durability;
    this.nanoTime = nanoTime;
    this.witness = witness;
    relaxed = options.relaxed();
    shards = options.shards();
    atOnceMillis = options.atOnceMillis();
    this.server = server;
  }

  Future<Claim> claim(
      OrderedConnection connection,
      int shard,
      ShardStoreState state,
      String owner,
      long ownershipMillis,
      boolean answeredInVain) {
    return Future.all(
            durability.keepAll(connection),
            durability.dropNothing(connection),
            sameLayout(connection))
        .map(known -> known.<Boolean>resultAt(0))
        .compose(
            keeps ->
                connection.runDurably(
                    claimCall(shard, state, owner, ownershipMillis, keeps, answeredInVain)))
        .map(answer -> claimed(shard, state, ownershipMillis, answer));
  }

  Future<Advance> advance(
      OrderedConnection connection,
      int shard,
      ShardStoreState state,
      String owner,
      String ownershipId,
      long ownershipMillis,
      String identity) {
    long tellsMillis = promisedMillis(state);
    ClaimDoubt.Protection protection = state.doubt.protection();
    return durability
        .keepAll(connection)
        .compose(
            keeps ->
                connection.runDurably(
                    new ScriptRun(Script.ADVANCE, ShardKeys.of(shard).meta())
                        .arg(ownershipId)
                        .arg(owner)
                        .arg(ownershipMillis)
                        .arg(attempts.incrementAndGet())
                        .arg(state.changeNumber())
                        .arg(relaxed)
                        .arg(keeps)
                        .arg(tellsMillis)
                        .arg(shards)
                        .arg(identity)
                        .arg(Epoch.AHEAD_MILLIS_MAX / MILLIS_PER_SECOND)
                        .arg(state.doubt.stands())
                        .arg(protection.quarantineMillis())
                        .arg(protection.forgottenOwnershipMillis())
                        .arg(protection.overtakenEpoch())))
        .map(answer -> advanced(shard, state, ownershipMillis, tellsMillis, answer));
  }

  /**
   * The server that uses a store first decides how many shards it has. Fails with {@link Refused}
   * when that was another number: a server with another one looks for a key where its owner is not.
   */
  Future<Void> sameLayout(OrderedConnection connection) {
    return connection
        .run(new ScriptRun(Script.LAYOUT, ShardKeys.of(0).meta()).arg(shards))
        .map(
            answer -> {
              ScriptResults.done(answer, 0);
              return null;
            });
  }

  private ScriptRun claimCall(
      int shard,
      ShardStoreState state,
      String owner,
      long ownershipMillis,
      boolean keeps,
      boolean answeredInVain) {
    long nowNanos = nanoTime.getAsLong();
    SeenOwner seen = state.seenOwner;
    SeenOwner.Reading overdue = seen.overdue(nowNanos);
    long witnessed = witness.epoch(shard);
    boolean mine = state.epoch() > 0 && state.epoch() >= witnessed;
    return new ScriptRun(Script.CLAIM, ShardKeys.of(shard).meta())
        .arg(owner)
        .arg(ownershipMillis)
        .arg(server)
        .arg(attempts.incrementAndGet())
        .arg(shards)
        .arg(overdue == null ? "" : overdue.epoch())
        .arg(overdue == null ? "" : overdue.beat())
        .arg(mine ? state.epoch() : witnessed)
        .arg(mine ? state.changeNumber() : witness.changeNumber(shard))
        .arg(ownershipMillis != LeaseStore.FOR_EVER || seen.hasHeard())
        .arg(relaxed)
        .arg(keeps)
        .arg(promisedMillis(state))
        .arg(answeredInVain)
        .arg(overdue == null ? "" : overdue.identity())
        .arg(seen.longestOwnershipMillis(ownershipMillis))
        .arg(ExclusionMargins.FOR_EVER_PERIOD_MILLIS)
        .arg(seen.awaitedMark(ownershipMillis, nowNanos))
        .arg(Epoch.AHEAD_MILLIS_MAX / MILLIS_PER_SECOND)
        .arg(seen.knownAtDoubtMillis())
        .arg(seen.doubtedEpoch());
  }

  /**
   * A store that has forgotten its owner lets the next one in while that still serves: so a
   * claimant in doubt serves only after the longest ownership period of any that may be forgotten.
   * The store knows that until nothing is in doubt, and this server, because the store may lose it.
   */
  private Claim claimed(int shard, ShardStoreState state, long ownMillis, Response answer) {
    long nowNanos = nanoTime.getAsLong();
    refuseOwned(shard, state, ownMillis, answer, nowNanos);
    if (ScriptResults.is(answer, "FORGOTTEN")) {
      String mark = answer.get(4).toString();
      long longestMillis = state.seenOwner.longestOwnershipMillis(ownMillis);
      state.seenOwner.heard(reading(answer, 1, mark, longestMillis, 3, nowNanos));
    }
    Response done = ScriptResults.done(answer, shard);
    Epoch given = given(done, shard);
    String doubt = done.get(4).toString();
    long forgottenOwnershipMillis = done.get(6).toLong();
    state.seenOwner.heardOfOwnership(forgottenOwnershipMillis);
    // The server may know of a longer promise by now, which Redis does not have for this shard.
    long toldMillis = done.get(5).toLong();
    long quarantineMillis = doubt.isEmpty() ? 0 : Math.max(toldMillis, promisedMillis(state));
    if (quarantineMillis > 0) {
      LOG.debug(
          "shard {}: nothing is granted for {} ms, because the store may have lost leases ({})",
          shard,
          forgottenOwnershipMillis + quarantineMillis,
          doubt);
    }
    long establishedMillis = Math.max(done.get(7).toLong(), atOnceMillis);
    state.claimed(given.number(), ownMillis, toldMillis, establishedMillis, nowNanos);
    long overtakenEpoch = done.get(9).toLong();
    state.doubt.claimed(
        !doubt.isEmpty(),
        new ClaimDoubt.Protection(quarantineMillis, forgottenOwnershipMillis, overtakenEpoch));
    witness.durable(shard, given.number(), 0);
    return new Claim(
        given, quarantineMillis, forgottenOwnershipMillis, doubt, done.get(8).toString());
  }

  private Advance advanced(
      int shard, ShardStoreState state, long ownershipMillis, long tellsMillis, Response answer) {
    long nowNanos = nanoTime.getAsLong();
    refuseOwned(shard, state, ownershipMillis, answer, nowNanos);
    Response done = ScriptResults.done(answer, shard);
    Epoch given = given(done, shard);
    boolean wentBackwards = !done.get(4).toString().isEmpty();
    state.advanced(given.number(), ownershipMillis, tellsMillis, nowNanos);
    if (wentBackwards) {
      state.lostPromises();
    }
    witness.durable(shard, given.number(), 0);
    return new Advance(given, wentBackwards);
  }

  private void refuseOwned(
      int shard, ShardStoreState state, long ownMillis, Response answer, long nowNanos) {
    if (!ScriptResults.is(answer, "OWNED")) {
      return;
    }
    long ownershipMillis = answer.get(4).toLong();
    warnOfOther(answer.get(1).toString(), ownershipMillis, ownMillis);
    String mark = answer.get(9).toString();
    long leftMillis = state.seenOwner.heard(reading(answer, 2, mark, ownershipMillis, 7, nowNanos));
    state.seenOwner.heardOfDoubt(answer.get(8).toLong(), promisedMillis(state));
    remember(shard, state, answer);
    throw new Refused(
        "shard "
            + shard
            + " is owned by "
            + answer.get(1)
            + (ownershipMillis == LeaseStore.FOR_EVER
                ? ", until that server leaves"
                : ", for another " + leftMillis + " ms unless its owner confirms it"),
        answer.get(1).toString(),
        answer.get(8).toLong());
  }

  private static SeenOwner.Reading reading(
      Response answer,
      int epochAt,
      String mark,
      long ownershipMillis,
      int identityAt,
      long nowNanos) {
    return new SeenOwner.Reading(
        answer.get(epochAt).toString(),
        answer.get(epochAt + 1).toString(),
        mark,
        ownershipMillis,
        answer.get(identityAt).toString(),
        nowNanos);
  }

  /** A server that was never told of the longer one may wait too short. */
  private void warnOfOther(String owner, long ownershipMillis, long ownMillis) {
    if (ownershipMillis != ownMillis && others.add(ownershipMillis)) {
      LOG.warn(
          "{} has an ownership period of {}, and this server one of {}: give all servers of a"
              + " store the same, and stop all of them to change it",
          owner,
          spelled(ownershipMillis),
          spelled(ownMillis));
    }
  }

  private static String spelled(long ownershipMillis) {
    return ownershipMillis == LeaseStore.FOR_EVER ? "forever" : ownershipMillis + " ms";
  }

  /** What stands at 1 to 3: the epoch, the seconds of the clock, and the microseconds. */
  private static Epoch given(Response done, int shard) {
    long number = done.get(1).toLong();
    long seconds = done.get(2).toLong();
    int micros = done.get(3).toInteger();
    long ahead = Math.max(0, (number - seconds) * MILLIS_PER_SECOND - micros / MICROS_PER_MILLI);
    if (ahead > 0) {
      LOG.debug("shard {}: epoch {} is {} ms ahead of the clock of Redis", shard, number, ahead);
    }
    return new Epoch(number, number == seconds ? micros : 0, ahead);
  }

  /** A standby must know as well when the store forgets what was durable. */
  private void remember(int shard, ShardStoreState state, Response owned) {
    long promisedMillis = owned.get(6).toLong();
    witness.durable(shard, owned.get(2).toLong(), owned.get(5).toLong());
    witness.promise(promisedMillis);
    state.promise(promisedMillis);
  }

  /** Returns the longest promise that this server knows. */
  long promisedMillis(ShardStoreState state) {
    return Math.max(atOnceMillis, Math.max(state.promisedMillis(), witness.promisedMillis()));
  }
}

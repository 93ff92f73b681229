package io.tenure.sim;

import io.tenure.api.Limits;
import io.tenure.shard.ShardSettings;
import io.tenure.store.LeaseStore;

/**
 * All that a seed decides before the first event: sizes, scales of time, and the kinds of faults.
 */
record Scenario(
    long seed,
    Strain strain,
    int shards,
    int servers,
    int clients,
    int handsPerClient,
    int keys,
    int watchers,
    long ttlMillis,
    long busyNanos,
    long calmFromNanos,
    long tickNanos,
    long ownershipMillis,
    double lostPercent,
    double doubledPercent,
    double latePercent,
    long lateNanosMax,
    double storeFaultPercent,
    long storeFaultNanosMax,
    long disasterEveryNanos,
    boolean storeForgets,
    boolean relaxed,
    long heldUpEveryReads,
    long heldUpMillisMax,
    boolean redisKeepsAll,
    long redisClocksApartMillis,
    int sessionPercent,
    boolean contended,
    int lockDelayPercent,
    Limits limits) {

  private static final long DAY_MILLIS = 86_400_000;
  static final long EVENTS_USUALLY = 60_000;

  static Scenario of(long seed, long events) {
    return of(seed, events, Strain.NONE);
  }

  /** Sends about so many messages, unless the population is too large for that. */
  static Scenario of(long seed, long events, Strain strain) {
    boolean crashes = strain == Strain.CRASHES_IN_OUTAGES;
    boolean forgetsSlowly = strain == Strain.FORGETS_WHILE_SLOW;
    boolean heldUp = strain == Strain.HELD_UP_OFTEN;
    Chance chance = new Chance(seed * 0x632be59bd9b4e019L + 1);
    boolean loses = strain.overLosses;
    boolean longHaul = chance.percent(25) && !loses;
    long ttlMillis =
        loses
            ? chance.spread(100, 120_000)
            : longHaul
                ? chance.spread(DAY_MILLIS / 4, DAY_MILLIS)
                : chance.oneIn(3) ? chance.spread(100, 5_000) : chance.spread(100, DAY_MILLIS);
    boolean longTerm = ttlMillis > 600_000;
    int shards = longTerm ? 1 + chance.below(2) : 1 + chance.below(4);
    int population =
        (int) (longHaul ? chance.spread(2_000, 12_000) : chance.spread(4, longTerm ? 1_000 : 400));
    int clients = (int) chance.spread(2, Math.max(3, Math.min(40, population / 2)));
    int hands = Math.max(1, population / clients);
    boolean contended = !longHaul && chance.percent(75);
    int keys = (int) (contended ? chance.spread(1, Math.max(2, population / 2)) : population * 2L);
    long terms = Math.max(5, Math.min(longTerm ? 12 : 80, events / (population * 6L)));
    boolean forEver = chance.percent(15) && !heldUp && !loses || forgetsSlowly;
    long ownershipMillis = Math.max(1_500, Math.min(600_000, ttlMillis / chance.between(1, 20)));
    long leastMillis = loses ? 40 * ownershipMillis : 0;
    long busyNanos = Math.max(leastMillis, terms * ttlMillis) * Schedule.MILLI + Schedule.SECOND;
    boolean faults = chance.percent(80) || strain != Strain.NONE;
    boolean forgets = chance.percent(15) && !crashes && !loses || forgetsSlowly;
    // A standby looks five times a second: over weeks these looks would hide all other events.
    boolean alone = longTerm && chance.percent(75);
    long calmFrom = faults ? busyNanos * 3 / 4 : 0;
    return new Scenario(
        seed,
        strain,
        shards,
        forEver || alone ? 1 : loses ? 2 + chance.below(2) : 2,
        clients,
        hands,
        keys,
        longHaul ? 1 : 6,
        ttlMillis,
        busyNanos,
        calmFrom,
        (longHaul ? 240 : ttlMillis < 20_000 ? 10 : 45) * Schedule.MILLI,
        forEver ? LeaseStore.FOR_EVER : ownershipMillis,
        chance.oneIn(3) ? 0 : chance.spread(1, 20),
        chance.oneIn(3) ? 0 : chance.spread(1, 20),
        chance.oneIn(3) ? 0 : chance.spread(1, 30),
        Math.max(20, Math.min(120_000, ttlMillis * 2)) * Schedule.MILLI,
        chance.oneIn(3) ? 0 : chance.spread(1, 10) / (longHaul ? 50.0 : 1),
        chance.spread(10, 5_000) * Schedule.MILLI,
        disasterEveryNanos(chance, busyNanos, longHaul, forgets, strain),
        forgets,
        chance.percent(20) || crashes || strain == Strain.RELAXED_LEAVE,
        heldUpEveryReads(chance, longTerm, heldUp),
        chance.spread(10, 20_000),
        chance.oneIn(3) && !forgets && !loses,
        strain == Strain.CLOCKS_APART ? ownershipMillis : 0,
        crashes ? 90 : chance.percent(40) ? 0 : chance.oneIn(2) ? 33 : 90,
        contended,
        chance.oneIn(3) ? 60 : 10,
        limits(chance, forgets));
  }

  private static long heldUpEveryReads(Chance chance, boolean longTerm, boolean often) {
    if (often) {
      return chance.spread(20, 500) * (longTerm ? 200 : 1);
    }
    return chance.oneIn(2) ? 0 : chance.spread(500, 50_000) * (longTerm ? 200 : 1);
  }

  private static long disasterEveryNanos(
      Chance chance, long busyNanos, boolean longHaul, boolean forgets, Strain strain) {
    if (strain != Strain.NONE) {
      return chance.spread(busyNanos / 100, busyNanos / 10);
    }
    return chance.oneIn(4)
        ? Long.MAX_VALUE
        : chance.spread(busyNanos / (longHaul ? 8 : 100), forgets ? busyNanos / 8 : busyNanos);
  }

  /** Small tables and short histories reach their limits; an epoch of few tokens runs out. */
  private static Limits limits(Chance chance, boolean forgets) {
    Limits usual = Limits.DEFAULT;
    return new Limits(
        new Limits.Times(usual.ttlMillisMin(), usual.ttlMillisMax(), usual.waitMillisMax()),
        usual.holdersPerKeyMax(),
        usual.waitersPerKeyMax(),
        usual.leasesPerSessionMax(),
        new Limits.OfShard(
            usual.leasesMax(),
            usual.waitersMax(),
            usual.fencesMax(),
            usual.watchersMax(),
            chance.oneIn(2) ? (int) chance.spread(4, 64) : usual.historyMax(),
            usual.gravesMax(),
            usual.requestIdsMax()),
        chance.oneIn(3) && !forgets ? (int) chance.spread(8_192, 20_000) : usual.tokensPerEpoch());
  }

  ShardSettings rules(String owner) {
    return new ShardSettings(
        limits, owner, ownershipMillis, relaxed, ShardSettings.PATIENCE_MILLIS);
  }

  /**
   * The time of silence after which a server loses its shards, or the default if it never loses
   * them.
   */
  long effectiveOwnershipMillis() {
    return ownershipMillis == LeaseStore.FOR_EVER
        ? ShardSettings.OWNERSHIP_MILLIS
        : ownershipMillis;
  }
}

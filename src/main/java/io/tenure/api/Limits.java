package io.tenure.api;

/**
 * The limits of one shard. Every queue and every table of the core has one here, with its reason
 * next to its default value.
 */
public record Limits(
    Times times,
    int holdersPerKeyMax,
    int waitersPerKeyMax,
    int leasesPerSessionMax,
    OfShard ofShard,
    int tokensPerEpoch) {

  /** How long a lease or a wait may last. */
  public record Times(long ttlMillisMin, long ttlMillisMax, long waitMillisMax) {
    public Times {
      between("ttlMillisMin", ttlMillisMin, 1, ttlMillisMax);
      between("ttlMillisMax", ttlMillisMax, 1, TTL_MILLIS_EVER);
      between("waitMillisMax", waitMillisMax, 0, TTL_MILLIS_EVER);
    }
  }

  /** How many of each there may be in the whole shard. */
  public record OfShard(
      int leasesMax,
      int waitersMax,
      int fencesMax,
      int watchersMax,
      int historyMax,
      int gravesMax,
      int requestIdsMax) {

    public OfShard {
      between("leasesMax", leasesMax, 1, LEASES_MAX);
      between("waitersMax", waitersMax, 0, WAITERS_MAX);
      between("fencesMax", fencesMax, 0, LEASES_MAX);
      between("watchersMax", watchersMax, 0, WAITERS_MAX);
      between("historyMax", historyMax, 1, 1 << 20);
      between("gravesMax", gravesMax, 0, LEASES_MAX);
      between("requestIdsMax", requestIdsMax, 0, REQUEST_IDS_MAX);
    }
  }

  public Limits {
    between("holdersPerKeyMax", holdersPerKeyMax, 1, HOLDERS_PER_KEY_MAX);
    between("waitersPerKeyMax", waitersPerKeyMax, 0, WAITERS_MAX);
    between("leasesPerSessionMax", leasesPerSessionMax, 1, LEASES_MAX);
    between("tokensPerEpoch", tokensPerEpoch, leastTokensFor(holdersPerKeyMax), 1 << 22);
  }

  public long ttlMillisMin() {
    return times.ttlMillisMin();
  }

  public long ttlMillisMax() {
    return times.ttlMillisMax();
  }

  public long waitMillisMax() {
    return times.waitMillisMax();
  }

  public int leasesMax() {
    return ofShard.leasesMax();
  }

  public int waitersMax() {
    return ofShard.waitersMax();
  }

  public int fencesMax() {
    return ofShard.fencesMax();
  }

  public int watchersMax() {
    return ofShard.watchersMax();
  }

  public int historyMax() {
    return ofShard.historyMax();
  }

  public int gravesMax() {
    return ofShard.gravesMax();
  }

  public int requestIdsMax() {
    return ofShard.requestIdsMax();
  }

  private static void between(String field, long number, long min, long max) {
    if (number < min || number > max) {
      throw new InvalidFieldException(field, "is " + number + "; use " + min + " to " + max);
    }
  }

  /**
   * The most events that one slice of work per turn can cause, in addition to the holders of one
   * key.
   */
  public static final int EVENTS_PER_TURN = 1_024;

  /**
   * With fewer tokens an epoch would run out before the next one could be requested: up to half of
   * it may be used before its first number.
   */
  public static int leastTokensFor(int holdersPerKeyMax) {
    return 4 * (holdersPerKeyMax + EVENTS_PER_TURN);
  }

  /** Below this a ttl is shorter than an ordinary pause of either side. */
  public static final long TTL_MILLIS_MIN = 100;

  /**
   * A day: a holder that needs longer renews. Also limits the time that a dead holder can block a
   * key.
   */
  public static final long TTL_MILLIS_MAX = 86_400_000;

  /** 49 days: the largest number of milliseconds in 32 bits of a lease's stripe. */
  public static final long TTL_MILLIS_EVER = (1L << 32) - 1;

  /** An hour: connections rarely survive longer waits. */
  public static final long WAIT_MILLIS_MAX = 3_600_000;

  /** A row number and eight bits of the key's hash share an int in the index. */
  public static final int LEASES_MAX = (1 << 24) - 1;

  /** One acquire may have to check every holder of its key, and one break to end them all. */
  public static final int HOLDERS_PER_KEY_MAX = 1_024;

  /** A key with more waiters needs a queue of jobs, not a lease. */
  public static final int WAITERS_PER_KEY_MAX = 1_024;

  /** Some 20 MB of waiters without values, if all callers of a shard wait. */
  public static final int WAITERS_MAX = 65_536;

  /** The end of a session ends all of its leases, in slices, within a second. */
  public static final int LEASES_PER_SESSION_MAX = 65_536;

  /**
   * Fence marks stay until an operator deletes them, and are loaded at a start: 35 MB in a full
   * shard, without the names.
   */
  public static final int FENCES_MAX = 1 << 18;

  /**
   * The names of all fences of a shard, in UTF-8: 2^18 names of 128 bytes. With the marks a start
   * loads 4.3 GB at most if all of 64 shards are full; 6.4 GB if no name is of one-byte letters.
   */
  public static final int FENCE_NAME_BYTES_MAX = 1 << 25;

  /** Every change of a key is compared with every watcher of the shard. */
  public static final int WATCHERS_MAX = 1_024;

  /**
   * The number of events that a watcher may be behind and still resume without a snapshot: about 1
   * MB without values.
   */
  public static final int HISTORY_MAX = 4_096;

  /** Ended tenures that are remembered, so that a late holder learns how its lease ended. */
  public static final int GRAVES_MAX = 65_536;

  /**
   * The capacity of their index, less the requestIds of a break that ends all holders of one key.
   */
  public static final int REQUEST_IDS_MAX = LEASES_MAX - 2 * HOLDERS_PER_KEY_MAX;

  /** Tokens are epoch * 2^22 + sequence, so that they stay below 2^53 for 60 years. */
  public static final int TOKENS_PER_EPOCH = 1 << 22;

  /** Room for a leader's address and its certificate, not for its data. */
  public static final int VALUE_BYTES_MAX = 4_096;

  /** A host, a process and a thread, in full. */
  public static final int HOLDER_CHARS_MAX = 256;

  /** A UUID with a prefix. */
  public static final int REQUEST_ID_CHARS_MAX = 128;

  /** As long as a key. */
  public static final int FENCE_CHARS_MAX = 512;

  /** A sentence for the audit. */
  public static final int REASON_CHARS_MAX = 256;

  /** As many as one reply may contain without delaying the loop. */
  public static final int PAGE_MAX = 1_000;

  /** As many renewals as one request may carry: a turn of at most a fifth of a millisecond. */
  public static final int RENEWALS_MAX = 1_024;

  /** Values changed by one lease that a repeated requestId still finds. */
  public static final int REQUESTS_PER_LEASE_MAX = 16;

  public static final Limits STANDARD =
      new Limits(
          new Limits.Times(TTL_MILLIS_MIN, TTL_MILLIS_MAX, WAIT_MILLIS_MAX),
          HOLDERS_PER_KEY_MAX,
          WAITERS_PER_KEY_MAX,
          LEASES_PER_SESSION_MAX,
          new Limits.OfShard(
              LEASES_MAX,
              WAITERS_MAX,
              FENCES_MAX,
              WATCHERS_MAX,
              HISTORY_MAX,
              GRAVES_MAX,
              REQUEST_IDS_MAX),
          TOKENS_PER_EPOCH);
}

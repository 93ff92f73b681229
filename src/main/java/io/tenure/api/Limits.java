package io.tenure.api;

/**
 * The limits of one shard, and of the fields of requests. Every queue and every table of the core
 * has a limit here, with the reason next to the default value.
 */
public record Limits(
    Times times,
    int holdersPerKeyMax,
    int waitersPerKeyMax,
    int leasesPerSessionMax,
    OfShard ofShard,
    int tokensPerEpoch) {

  /** The limits of the duration of a lease or a wait. */
  public record Times(long ttlMillisMin, long ttlMillisMax, long waitMillisMax) {
    public Times {
      between("ttlMillisMin", ttlMillisMin, 1, ttlMillisMax);
      between("ttlMillisMax", ttlMillisMax, 1, TTL_MILLIS_EVER);
      between("waitMillisMax", waitMillisMax, 0, TTL_MILLIS_EVER);
    }
  }

  /** The limits of the tables of the whole shard. */
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
   * The least tokens of an epoch. With fewer, an epoch would have no tokens left before the owner
   * could request the next one: up to half of them may be used before the epoch gives its first
   * number.
   */
  public static int leastTokensFor(int holdersPerKeyMax) {
    return 4 * (holdersPerKeyMax + EVENTS_PER_TURN);
  }

  /**
   * The shortest ttl: below it, an ordinary pause of the client or the server would end a lease.
   */
  public static final long TTL_MILLIS_MIN = 100;

  /**
   * The longest ttl, a day: a holder that needs longer renews. It also limits the time for which a
   * dead holder can block a key.
   */
  public static final long TTL_MILLIS_MAX = 86_400_000;

  /** 49 days: the largest number of milliseconds that 32 bits of a lease's stripe can represent. */
  public static final long TTL_MILLIS_EVER = (1L << 32) - 1;

  /** The longest wait, an hour: connections rarely last through longer waits. */
  public static final long WAIT_MILLIS_MAX = 3_600_000;

  /**
   * The largest lease count: a row number and eight bits of a key's hash share an int in the index.
   */
  public static final int LEASES_MAX = (1 << 24) - 1;

  /**
   * One acquire may have to check every holder of its key, and one break may have to end them all.
   */
  public static final int HOLDERS_PER_KEY_MAX = 1_024;

  /** A key with more waiters needs a queue of jobs instead of a lease. */
  public static final int WAITERS_PER_KEY_MAX = 1_024;

  /** About 20 MB of waiters without values, if all callers of a shard wait. */
  public static final int WAITERS_MAX = 65_536;

  /** The end of a session ends all of its leases, in slices, within a second. */
  public static final int LEASES_PER_SESSION_MAX = 65_536;

  /**
   * Fence marks stay until an operator deletes them, and a server loads them at its start. A full
   * shard has 35 MB of them, without the names.
   */
  public static final int FENCES_MAX = 1 << 18;

  /**
   * The bytes of the names of all fences of a shard, in UTF-8: 2^18 names of 128 bytes. With the
   * marks, a server loads at most 4.3 GB at its start if all of 64 shards are full. It loads 6.4 GB
   * if no name consists of one-byte letters.
   */
  public static final int FENCE_NAME_BYTES_MAX = 1 << 25;

  /** The shard compares every change of a key with every watcher. */
  public static final int WATCHERS_MAX = 1_024;

  /**
   * The number of events that a watcher may miss and still resume without a snapshot: about 1 MB
   * without values.
   */
  public static final int HISTORY_MAX = 4_096;

  /** Ended tenures that the shard remembers, so that a late holder learns how its lease ended. */
  public static final int GRAVES_MAX = 65_536;

  /**
   * The capacity of the index of requestIds, less those of a break that ends all holders of a key.
   */
  public static final int REQUEST_IDS_MAX = LEASES_MAX - 2 * HOLDERS_PER_KEY_MAX;

  /** Tokens are epoch * 2^22 + sequence: at most {@link #WHOLE_MAX} for 60 years. */
  public static final int TOKENS_PER_EPOCH = 1 << 22;

  /**
   * The largest number of shards: a small machine claims them within half a minute. The two bytes
   * in a leaseId could name more.
   */
  public static final int SHARDS_MAX = 4_096;

  /** The longest key: enough for a path of a file system, and a full shard fits into memory. */
  public static final int KEY_BYTES_MAX = 512;

  /** The largest whole number that every JSON reader represents exactly: tokens stay below it. */
  public static final long WHOLE_MAX = (1L << 53) - 1;

  /** One year. A caller that wants no forced rotation omits the field. */
  public static final long LIFETIME_MILLIS_MAX = 31_536_000_000L;

  /** Space for the address and the certificate of a leader, but not for its data. */
  public static final int VALUE_BYTES_MAX = 4_096;

  /** Enough for the full names of a host, a process and a thread. */
  public static final int HOLDER_CHARS_MAX = 256;

  /** Enough for a UUID with a prefix. */
  public static final int REQUEST_ID_CHARS_MAX = 128;

  /** The same limit as that of a key. */
  public static final int FENCE_CHARS_MAX = 512;

  /** Enough for a sentence in the audit log. */
  public static final int REASON_CHARS_MAX = 256;

  /** The most entries that one reply may contain without a delay of the loop. */
  public static final int PAGE_MAX = 1_000;

  /** The most renewals of one request: they take a turn of at most a fifth of a millisecond. */
  public static final int RENEWALS_MAX = 1_024;

  /** The most changes of a value by one lease that a repeated requestId still finds. */
  public static final int REQUESTS_PER_LEASE_MAX = 16;

  public static final Limits DEFAULT =
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

package io.tenure.api;

/**
 * The bounds of the fields of requests, for every protocol. Each is made of constants and fields of
 * {@link Limits}, which have the reasons. The shard checks what reaches it. The bounds of a request
 * that no shard receives in one piece are checked where the request is read.
 */
public final class RequestBounds {

  public static final FieldBound KEY =
      new FieldBound("key", FieldBound.Unit.BYTES, 1, Limits.KEY_BYTES_MAX, Outcome.INVALID);

  public static final FieldBound PREFIX = FieldBound.characters("prefix", 0, Limits.KEY_BYTES_MAX);

  public static final FieldBound VALUE =
      new FieldBound("value", FieldBound.Unit.BYTES, 0, Limits.VALUE_BYTES_MAX, Outcome.TOO_LARGE);

  public static final FieldBound HOLDER =
      FieldBound.characters("holder", 1, Limits.HOLDER_CHARS_MAX);

  public static final FieldBound REQUEST_ID =
      FieldBound.characters("requestId", 1, Limits.REQUEST_ID_CHARS_MAX);

  public static final FieldBound FENCE = FieldBound.characters("fence", 1, Limits.FENCE_CHARS_MAX);

  public static final FieldBound TOKEN = FieldBound.number("token", 1, Limits.WHOLE_MAX);

  /** The token that a break names; 0 is any. */
  public static final FieldBound TOKEN_OR_ANY = FieldBound.number("token", 0, Limits.WHOLE_MAX);

  public static final FieldBound REASON =
      FieldBound.characters("reason", 1, Limits.REASON_CHARS_MAX);

  /** The reason of a break, which may be left out. */
  public static final FieldBound REASON_OR_NONE =
      FieldBound.characters("reason", 0, Limits.REASON_CHARS_MAX);

  /** The keys on one page of a listing. */
  public static final FieldBound PAGE = FieldBound.number("limit", 1, Limits.PAGE_MAX);

  /** The entries of one answer to a page for operators. */
  public static final FieldBound ENTRIES = FieldBound.number("limit", 0, Limits.PAGE_MAX);

  /** The leases that one request renews, in all shards together. */
  public static final FieldBound LEASES =
      new FieldBound("leases", FieldBound.Unit.ENTRIES, 1, Limits.RENEWALS_MAX, Outcome.INVALID);

  /** The number of a request on its stream. */
  public static final FieldBound SEQ = FieldBound.number("seq", 0, Limits.WHOLE_MAX);

  /** The number of the request that a stream cancels. */
  public static final FieldBound OF = FieldBound.number("of", 0, Limits.WHOLE_MAX);

  public final FieldBound ttl;
  public final FieldBound wait;
  public final FieldBound lockDelay;
  public final FieldBound grace;
  public final FieldBound maxLifetime;
  public final FieldBound slots;
  private final long ttlMillisMax;

  public RequestBounds(Limits limits) {
    ttlMillisMax = limits.ttlMillisMax();
    ttl = FieldBound.millis("ttl", limits.ttlMillisMin(), ttlMillisMax);
    wait = FieldBound.millis("wait", 0, limits.waitMillisMax());
    lockDelay = FieldBound.millis("lockDelay", 0, ttlMillisMax);
    grace = FieldBound.millis("grace", 0, ttlMillisMax);
    maxLifetime =
        FieldBound.millis("maxLifetime", limits.ttlMillisMin(), Limits.LIFETIME_MILLIS_MAX);
    slots = FieldBound.number("slots", 1, limits.holdersPerKeyMax());
  }

  /** Returns the bound of the hardTtl of a lease with this ttl, which the hardTtl contains. */
  public FieldBound hardTtl(long ttlMillis) {
    return FieldBound.millis("hardTtl", ttlMillis, ttlMillisMax);
  }
}

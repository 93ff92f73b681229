package io.tenure.api;

/**
 * The bounds of the fields of requests, for every protocol. Each is made of constants and fields of
 * {@link Limits}, which have the reasons. The shard checks what reaches it. The bounds of a request
 * that no shard receives in one piece are checked where the request is read.
 */
public final class RequestBounds {

  public static final Bound KEY =
      new Bound("key", Bound.Unit.BYTES, 1, Limits.KEY_BYTES_MAX, Outcome.INVALID);

  public static final Bound PREFIX = Bound.characters("prefix", 0, Limits.KEY_BYTES_MAX);

  public static final Bound VALUE =
      new Bound("value", Bound.Unit.BYTES, 0, Limits.VALUE_BYTES_MAX, Outcome.TOO_LARGE);

  public static final Bound HOLDER = Bound.characters("holder", 1, Limits.HOLDER_CHARS_MAX);

  public static final Bound REQUEST_ID =
      Bound.characters("requestId", 1, Limits.REQUEST_ID_CHARS_MAX);

  public static final Bound FENCE = Bound.characters("fence", 1, Limits.FENCE_CHARS_MAX);

  public static final Bound TOKEN = Bound.number("token", 1, Limits.WHOLE_MAX);

  /** The token that a break names; 0 is any. */
  public static final Bound TOKEN_OR_ANY = Bound.number("token", 0, Limits.WHOLE_MAX);

  public static final Bound REASON = Bound.characters("reason", 1, Limits.REASON_CHARS_MAX);

  /** The reason of a break, which may be left out. */
  public static final Bound REASON_OR_NONE = Bound.characters("reason", 0, Limits.REASON_CHARS_MAX);

  /** The keys on one page of a listing. */
  public static final Bound PAGE = Bound.number("limit", 1, Limits.PAGE_MAX);

  /** The entries of one answer to a page for operators. */
  public static final Bound ENTRIES = Bound.number("limit", 0, Limits.PAGE_MAX);

  /** The leases that one request renews, in all shards together. */
  public static final Bound LEASES =
      new Bound("leases", Bound.Unit.ENTRIES, 1, Limits.RENEWALS_MAX, Outcome.INVALID);

  /** The number of a request on its stream. */
  public static final Bound SEQ = Bound.number("seq", 0, Limits.WHOLE_MAX);

  /** The number of the request that a stream cancels. */
  public static final Bound OF = Bound.number("of", 0, Limits.WHOLE_MAX);

  public final Bound ttl;
  public final Bound wait;
  public final Bound lockDelay;
  public final Bound grace;
  public final Bound maxLifetime;
  public final Bound slots;
  private final long ttlMillisMax;

  public RequestBounds(Limits limits) {
    ttlMillisMax = limits.ttlMillisMax();
    ttl = Bound.millis("ttl", limits.ttlMillisMin(), ttlMillisMax);
    wait = Bound.millis("wait", 0, limits.waitMillisMax());
    lockDelay = Bound.millis("lockDelay", 0, ttlMillisMax);
    grace = Bound.millis("grace", 0, ttlMillisMax);
    maxLifetime = Bound.millis("maxLifetime", limits.ttlMillisMin(), Limits.LIFETIME_MILLIS_MAX);
    slots = Bound.number("slots", 1, limits.holdersPerKeyMax());
  }

  /** Returns the bound of the hardTtl of a lease with this ttl, which the hardTtl contains. */
  public Bound hardTtl(long ttlMillis) {
    return Bound.millis("hardTtl", ttlMillis, ttlMillisMax);
  }
}

package io.tenure.wire;

import io.tenure.core.Handle;
import io.tenure.core.Invalid;
import io.tenure.core.Key;
import io.tenure.core.Limits;
import io.tenure.core.Mode;
import io.tenure.core.Request;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives fields their meaning. Refuses by {@link Invalid} what names a field, by {@link Refusal}
 * what has a code of its own. {@code limits} are those of the server: within them people are told
 * in people's units.
 */
public final class RequestReader {

  /** A year. */
  private static final long LIFETIME_MILLIS_MAX = 31_536_000_000L;

  private static final String NAME_KEY = "name the key";

  private final Limits limits;

  public RequestReader(Limits limits) {
    this.limits = limits;
  }

  /**
   * What {@code op} asks of one shard. {@link Op#RENEW_MANY}, {@link Op#LIST} and {@link Op#WATCH}
   * ask many: see {@link #renewals}, {@link #listing}, {@link #following}. {@link Op#SHARDS} and
   * {@link Op#CANCEL} ask none: see {@link #cancelled}.
   */
  public Request read(Op op, Fields fields) {
    fields.only(op);
    return switch (op) {
      case ACQUIRE -> acquire(fields);
      case RENEW -> Request.Renew.one(lease(fields));
      case RELEASE -> new Request.Release(lease(fields));
      case TRANSFER ->
          new Request.Transfer(lease(fields), fields.text("holder"), requestId(fields));
      case VALUE -> setValue(fields);
      case INSPECT -> new Request.Inspect(lease(fields));
      case LOOK -> new Request.Look(key(fields));
      case BREAK -> breakOff(fields);
      case OPEN_SESSION -> new Request.OpenSession(holder(fields), ttl(fields), requestId(fields));
      case KEEPALIVE -> new Request.KeepAlive(session(fields));
      case CLOSE_SESSION -> new Request.CloseSession(session(fields));
      case INSPECT_SESSION -> new Request.InspectSession(session(fields));
      case RAISE_FENCE -> new Request.RaiseFence(fence(fields), token(fields));
      case READ_FENCE -> new Request.ReadFence(fence(fields));
      case DROP_FENCE -> new Request.DropFence(fence(fields), mark(fields));
      case END_QUARANTINE -> new Request.EndQuarantine(shard(fields), why(fields));
      case RENEW_MANY, LIST, SHARDS, WATCH, CANCEL ->
          throw new IllegalArgumentException(op + " is not asked of one shard");
    };
  }

  /** Leases to renew together; null for an id that cannot be one of ours, which harms no other. */
  public List<@Nullable Handle> renewals(Fields fields) {
    fields.only(Op.RENEW_MANY);
    List<String> texts = fields.texts("leases");
    if (texts.isEmpty() || texts.size() > Limits.RENEWALS_MAX) {
      throw new Invalid(
          "leases", "has " + texts.size() + " entries; use 1 to " + Limits.RENEWALS_MAX);
    }
    List<@Nullable Handle> handles = new ArrayList<>(texts.size());
    texts.forEach(text -> handles.add(Handle.parse(text)));
    return handles;
  }

  public Listing listing(Fields fields) {
    fields.only(Op.LIST);
    long limit = fields.whole("limit", 1, Limits.PAGE_MAX, Listing.LIMIT_STANDARD);
    return new Listing(prefix(fields), fields.text("cursor"), (int) limit);
  }

  public Following following(Fields fields) {
    fields.only(Op.WATCH);
    String key = fields.text("key");
    if (key != null && fields.text("prefix") != null) {
      throw new Invalid("prefix", "comes with key; send one of them");
    }
    return new Following(key == null ? null : Key.of(key), prefix(fields), fields.text("from"));
  }

  /** Has no field to read; refuses those it is sent. */
  public void shards(Fields fields) {
    fields.only(Op.SHARDS);
  }

  /** The seq of the request that is to be cancelled. */
  public long cancelled(Fields fields) {
    fields.only(Op.CANCEL);
    long of = fields.whole("of", 0, -1);
    if (of < 0) {
      throw new Invalid("of", "is missing; send the seq of the request to cancel");
    }
    return of;
  }

  private Request.Acquire acquire(Fields fields) {
    String sessionText = fields.text("session");
    Handle session = sessionText == null ? null : parsedSession(sessionText);
    if (session != null && fields.given("ttl")) {
      throw new Invalid("ttl", "comes with session; leave it out: the lease lives as long");
    }
    if (session != null && fields.given("hardTtl")) {
      throw new Invalid("hardTtl", "comes with session; leave it out");
    }
    long ttl = session == null ? ttl(fields) : 0;
    return new Request.Acquire(
        key(fields),
        mode(fields),
        holder(fields),
        ttl,
        bounded(fields, "wait", 0, limits.waitMillisMax()),
        requestId(fields),
        session,
        Values.read(fields),
        bounded(fields, "hardTtl", ttl, limits.ttlMillisMax()),
        bounded(fields, "lockDelay", 0, limits.ttlMillisMax()),
        bounded(fields, "maxLifetime", limits.ttlMillisMin(), LIFETIME_MILLIS_MAX));
  }

  private Request.SetValue setValue(Fields fields) {
    if (!fields.has("value") && !fields.has("valueBase64")) {
      throw new Invalid("value", "is missing; send the value, or null for none");
    }
    return new Request.SetValue(lease(fields), Values.read(fields), requestId(fields));
  }

  private Request.Break breakOff(Fields fields) {
    String reason = fields.text("reason");
    return new Request.Break(
        key(fields),
        fields.whole("token", 0, 0),
        grace(fields),
        reason == null ? "" : reason,
        requestId(fields));
  }

  private long grace(Fields fields) {
    if ("ttl".equals(fields.looseText("grace"))) {
      return Request.GRACE_TTL;
    }
    return bounded(fields, "grace", 0, limits.ttlMillisMax());
  }

  private Mode mode(Fields fields) {
    String mode = fields.text("mode");
    boolean slots = fields.given("slots");
    if (slots && mode != null && !mode.equals("slots")) {
      throw new Invalid("slots", "has a meaning with mode slots only; leave it out");
    }
    if (slots) {
      return Mode.slots((int) fields.whole("slots", 1, limits.holdersPerKeyMax(), 1));
    }
    if (mode == null || mode.equals("exclusive")) {
      return Mode.EXCLUSIVE;
    }
    if (mode.equals("shared")) {
      return Mode.SHARED;
    }
    throw mode.equals("slots")
        ? new Invalid("slots", "is missing; say how many may hold the key")
        : new Invalid("mode", "is unknown; use exclusive, shared or slots");
  }

  /** 0 when it is left out. */
  private static long bounded(Fields fields, String name, long min, long max) {
    long millis = fields.millis(name, -1);
    return millis < 0 ? 0 : Durations.between(name, millis, min, max);
  }

  private long ttl(Fields fields) {
    long millis = fields.millis("ttl", -1);
    if (millis < 0) {
      throw new Invalid("ttl", "is missing; say how long, such as 30s");
    }
    return Durations.between("ttl", millis, limits.ttlMillisMin(), limits.ttlMillisMax());
  }

  private static Key key(Fields fields) {
    return Key.of(fields.text("key", NAME_KEY));
  }

  private static String holder(Fields fields) {
    return fields.text("holder", "say who you are");
  }

  private static @Nullable String requestId(Fields fields) {
    return fields.text("requestId");
  }

  private static String prefix(Fields fields) {
    String prefix = fields.text("prefix");
    return prefix == null ? "" : prefix;
  }

  private static String fence(Fields fields) {
    return fields.text("fence", "name the fence");
  }

  private static long token(Fields fields) {
    long token = fields.whole("token", 1, 0);
    if (token == 0) {
      throw new Invalid("token", "is missing; send the fencing token of the lease");
    }
    return token;
  }

  private static long mark(Fields fields) {
    long mark = fields.whole("token", 1, 0);
    if (mark == 0) {
      throw new Invalid("token", "is missing; send the mark of the fence, as reading it shows");
    }
    return mark;
  }

  private static int shard(Fields fields) {
    int shard = (int) fields.whole("shard", 0, Integer.MAX_VALUE, -1);
    if (shard < 0) {
      throw new Invalid("shard", "is missing; send the number of the shard");
    }
    return shard;
  }

  private static String why(Fields fields) {
    String reason = fields.text("reason", "say why: the audit keeps it");
    if (reason.isBlank()) {
      throw new Invalid("reason", "is empty; say why: the audit keeps it");
    }
    return reason;
  }

  private static Handle lease(Fields fields) {
    Handle lease = Handle.parse(fields.text("leaseId", "name the lease"));
    if (lease == null) {
      throw new Refusal(Problem.of(ErrorCode.NOT_FOUND, "no such lease; acquire the key"));
    }
    return lease;
  }

  private static Handle session(Fields fields) {
    Handle session = Handle.parse(fields.text("sessionId", "name the session"));
    if (session == null) {
      throw new Refusal(Problem.of(ErrorCode.NOT_FOUND, "no such session; open one"));
    }
    return session;
  }

  private static Handle parsedSession(String text) {
    Handle session = Handle.parse(text);
    if (session == null) {
      throw new Refusal(
          Problem.of(ErrorCode.SESSION_OVER, "session", "it has ended or never was; open one"));
    }
    return session;
  }
}

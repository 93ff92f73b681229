package io.tenure.wire;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Mode;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Request;
import io.tenure.api.RequestBounds;
import io.tenure.api.RequestedLifespan;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interprets the fields of requests. It throws {@link InvalidFieldException} for an invalid field,
 * and {@link ProblemException} for a problem with its own outcome. It checks the form of the
 * fields; the shard checks their bounds.
 */
public final class RequestReader {

  private static final String NAME_KEY = "name the key";

  private RequestReader() {}

  /**
   * Reads a request to one shard. {@link Operation#RENEW_MANY}, {@link Operation#LIST} and {@link
   * Operation#WATCH} are for many shards: see {@link #renewals}, {@link #listing}, {@link
   * #following}. {@link Operation#SHARDS} and {@link Operation#CANCEL} are for no shard: see {@link
   * #cancelled}.
   */
  public static Request.Routed read(Operation operation, RequestFields fields) {
    fields.only(operation);
    return switch (operation) {
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
      case DROP_FENCE -> new OperatorRequest.DropFence(fence(fields), mark(fields));
      case END_QUARANTINE -> new OperatorRequest.EndQuarantine(shard(fields), why(fields));
      case RENEW_MANY, LIST, SHARDS, WATCH, CANCEL, QUERY, DASHBOARD, METRICS, HEALTH ->
          throw new IllegalArgumentException(operation + " is not asked of one shard");
    };
  }

  /**
   * Reads the leases to renew together, and checks how many they are: each shard receives a part of
   * them only. An id that cannot be one of Tenure is null, so that it harms no other renewal.
   */
  public static List<@Nullable LeaseId> renewals(RequestFields fields) {
    fields.only(Operation.RENEW_MANY);
    List<String> texts = fields.texts("leases");
    RequestBounds.LEASES.check(texts.size());
    List<@Nullable LeaseId> leases = new ArrayList<>(texts.size());
    texts.forEach(text -> leases.add(LeaseId.parse(text)));
    return leases;
  }

  public static ListingRequest listing(RequestFields fields) {
    fields.only(Operation.LIST);
    int limit = fields.wholeInt("limit", ListingRequest.LIMIT_DEFAULT);
    return new ListingRequest(prefix(fields), fields.text("cursor"), limit);
  }

  public static WatchTarget following(RequestFields fields) {
    fields.only(Operation.WATCH);
    String key = fields.text("key");
    if (key != null && fields.text("prefix") != null) {
      throw new InvalidFieldException("prefix", "comes with key; send one of them");
    }
    return new WatchTarget(key == null ? null : Key.of(key), prefix(fields), fields.text("from"));
  }

  /** Refuses any field, because the operation has none. */
  public static void shards(RequestFields fields) {
    fields.only(Operation.SHARDS);
  }

  /** Reads the seq of the request to cancel. */
  public static long cancelled(RequestFields fields) {
    fields.only(Operation.CANCEL);
    return RequestBounds.OF.check(whole(fields, "of", "send the seq of the request to cancel"));
  }

  private static Request.Acquire acquire(RequestFields fields) {
    String sessionText = fields.text("session");
    LeaseId session = sessionText == null ? null : parsedSession(sessionText);
    long ttl = session == null ? ttl(fields) : unlessLeftOut(fields, "ttl");
    RequestedLifespan terms =
        new RequestedLifespan(
            ttl,
            session,
            unlessLeftOut(fields, "hardTtl"),
            fields.millis("lockDelay", 0),
            unlessLeftOut(fields, "maxLifetime"));
    return new Request.Acquire(
        key(fields),
        holder(fields),
        mode(fields),
        terms,
        fields.millis("wait", 0),
        requestId(fields),
        ValueFields.read(fields));
  }

  /** Returns 0 when the field is absent, which is not the same as a duration of 0. */
  private static long unlessLeftOut(RequestFields fields, String name) {
    long millis = fields.millis(name, -1);
    if (millis == 0) {
      throw new InvalidFieldException(name, "is 0s; leave it out for none");
    }
    return Math.max(0, millis);
  }

  private static Request.SetValue setValue(RequestFields fields) {
    if (!fields.has("value") && !fields.has("valueBase64")) {
      throw new InvalidFieldException("value", "is missing; send the value, or null for none");
    }
    return new Request.SetValue(lease(fields), ValueFields.read(fields), requestId(fields));
  }

  private static OperatorRequest.Break breakOff(RequestFields fields) {
    String reason = fields.text("reason");
    return new OperatorRequest.Break(
        key(fields),
        fields.whole("token", 0),
        grace(fields),
        reason == null ? "" : reason,
        requestId(fields));
  }

  private static long grace(RequestFields fields) {
    if ("ttl".equals(fields.looseText("grace"))) {
      return OperatorRequest.GRACE_TTL;
    }
    return fields.millis("grace", 0);
  }

  private static Mode mode(RequestFields fields) {
    String mode = fields.text("mode");
    boolean slots = fields.given("slots");
    if (slots && mode != null && !mode.equals("slots")) {
      throw new InvalidFieldException("slots", "has a meaning with mode slots only; leave it out");
    }
    if (slots) {
      return Mode.slots(fields.wholeInt("slots", 0));
    }
    if (mode == null || mode.equals("exclusive")) {
      return Mode.EXCLUSIVE;
    }
    if (mode.equals("shared")) {
      return Mode.SHARED;
    }
    throw mode.equals("slots")
        ? new InvalidFieldException(
            "slots", "is missing; send the number of holders that the key may have")
        : new InvalidFieldException("mode", "is unknown; use exclusive, shared or slots");
  }

  private static long ttl(RequestFields fields) {
    long millis = fields.millis("ttl", -1);
    if (millis < 0) {
      throw new InvalidFieldException("ttl", "is missing; send a duration, such as 30s");
    }
    return millis;
  }

  private static Key key(RequestFields fields) {
    return Key.of(fields.text("key", NAME_KEY));
  }

  private static String holder(RequestFields fields) {
    return fields.text("holder", "name the holder");
  }

  private static @Nullable String requestId(RequestFields fields) {
    return fields.text("requestId");
  }

  private static String prefix(RequestFields fields) {
    String prefix = fields.text("prefix");
    return prefix == null ? "" : prefix;
  }

  private static String fence(RequestFields fields) {
    return fields.text("fence", "name the fence");
  }

  private static long token(RequestFields fields) {
    return whole(fields, "token", "send the fencing token of the lease");
  }

  private static long mark(RequestFields fields) {
    return whole(fields, "token", "send the mark of the fence, as reading it shows");
  }

  private static int shard(RequestFields fields) {
    if (!fields.given("shard")) {
      throw new InvalidFieldException("shard", "is missing; send the number of the shard");
    }
    return fields.wholeInt("shard", 0);
  }

  private static long whole(RequestFields fields, String name, String remedy) {
    if (!fields.given(name)) {
      throw new InvalidFieldException(name, "is missing; " + remedy);
    }
    return fields.whole(name, 0);
  }

  private static String why(RequestFields fields) {
    return fields.text("reason", "give the reason, for the audit");
  }

  private static LeaseId lease(RequestFields fields) {
    LeaseId lease = LeaseId.parse(fields.text("leaseId", "name the lease"));
    if (lease == null) {
      throw new ProblemException(Problem.of(Outcome.NOT_FOUND, "no such lease; acquire the key"));
    }
    return lease;
  }

  private static LeaseId session(RequestFields fields) {
    LeaseId session = LeaseId.parse(fields.text("sessionId", "name the session"));
    if (session == null) {
      throw new ProblemException(Problem.of(Outcome.NOT_FOUND, "no such session; open one"));
    }
    return session;
  }

  private static LeaseId parsedSession(String text) {
    LeaseId session = LeaseId.parse(text);
    if (session == null) {
      throw new ProblemException(
          Problem.of(Outcome.SESSION_OVER, "session", "it has ended or never existed; open one"));
    }
    return session;
  }
}

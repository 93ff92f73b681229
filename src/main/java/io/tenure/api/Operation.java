package io.tenure.api;

import static io.tenure.api.HttpForm.delete;
import static io.tenure.api.HttpForm.get;
import static io.tenure.api.HttpForm.post;
import static io.tenure.api.HttpForm.put;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An operation that a caller can request, with all its properties for protocols, metrics and
 * permissions. The last arguments are the names of its fields. Every change takes a requestId; a
 * change that has its effect only once in any case does not need it.
 */
public enum Operation {
  ACQUIRE(
      post("/v1/leases"),
      RoutedBy.KEY,
      Effect.GRANTS,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.ACQUIRE,
      "key",
      "ttl",
      "holder",
      "value",
      "valueBase64",
      "wait",
      "requestId",
      "session",
      "mode",
      "slots",
      "hardTtl",
      "lockDelay",
      "maxLifetime"),
  RENEW(
      post("/v1/leases/{leaseId}/renew"),
      RoutedBy.LEASE_ID,
      Effect.EXTENDS,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.RENEW,
      "leaseId",
      "requestId"),
  RENEW_MANY(
      post("/v1/leases/renew"),
      RoutedBy.ALL_SHARDS,
      Effect.EXTENDS,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.RENEW,
      "leases",
      "requestId"),
  RELEASE(
      delete("/v1/leases/{leaseId}"),
      RoutedBy.LEASE_ID,
      Effect.GIVES_UP,
      Unready.REFUSED,
      Permission.ACQUIRE,
      OperationLabel.RELEASE,
      "leaseId",
      "requestId"),
  TRANSFER(
      post("/v1/leases/{leaseId}/transfer"),
      RoutedBy.LEASE_ID,
      Effect.HANDS_ON,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.TRANSFER,
      "leaseId",
      "holder",
      "requestId"),
  VALUE(
      put("/v1/leases/{leaseId}/value"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Unready.REFUSED,
      Permission.ACQUIRE,
      OperationLabel.SET_VALUE,
      "leaseId",
      "value",
      "valueBase64",
      "requestId"),
  INSPECT(
      get("/v1/leases/{leaseId}"),
      RoutedBy.LEASE_ID,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.LOOK,
      "leaseId"),
  LOOK(
      get("/v1/keys/{+key}"),
      RoutedBy.KEY,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.LOOK,
      "key"),
  LIST(
      get("/v1/keys"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.LOOK,
      "prefix",
      "cursor",
      "limit"),
  BREAK(
      delete("/v1/keys/{+key}"),
      RoutedBy.KEY,
      Effect.WRITES,
      Unready.HEARD,
      Permission.BREAK,
      OperationLabel.BREAK,
      "key",
      "token",
      "grace",
      "reason",
      "requestId"),
  OPEN_SESSION(
      post("/v1/sessions"),
      RoutedBy.ANYWHERE,
      Effect.WRITES,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "ttl",
      "holder",
      "requestId"),
  KEEPALIVE(
      post("/v1/sessions/{sessionId}/keepalive"),
      RoutedBy.SESSION,
      Effect.EXTENDS,
      Unready.HEARD,
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "sessionId",
      "requestId"),
  CLOSE_SESSION(
      delete("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.WRITES,
      Unready.REFUSED,
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "sessionId",
      "requestId"),
  INSPECT_SESSION(
      get("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.SESSION,
      "sessionId"),
  RAISE_FENCE(
      post("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Unready.REFUSED,
      Permission.FENCE,
      OperationLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  READ_FENCE(
      get("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.FENCE,
      "fence"),
  DROP_FENCE(
      delete("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Unready.REFUSED,
      Permission.ADMIN,
      OperationLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  SHARDS(
      get("/v1/shards"),
      RoutedBy.NONE,
      Effect.NONE,
      Unready.REFUSED,
      Permission.METRICS,
      OperationLabel.LOOK),
  END_QUARANTINE(
      post("/v1/shards/{shard}/end-quarantine"),
      RoutedBy.SHARD,
      Effect.NONE,
      Unready.HEARD,
      Permission.ADMIN,
      OperationLabel.END_QUARANTINE,
      "shard",
      "reason",
      "requestId"),
  WATCH(
      get("/v1/watch"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Unready.REFUSED,
      Permission.WATCH,
      OperationLabel.WATCH,
      "key",
      "prefix",
      "from"),
  /** Ends the wait or the watch with the seq {@code of}. */
  CANCEL(
      HttpForm.STREAM_ONLY,
      RoutedBy.NONE,
      Effect.NONE,
      Unready.HEARD,
      Permission.NONE,
      OperationLabel.LOOK,
      "of"),
  /** A query of the pages for operators to a shard: see {@link PerShardRequest.Query}. */
  QUERY(
      HttpForm.INSIDE,
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.LOOK),
  /** The pages of the dashboard, with all that they show. */
  DASHBOARD(
      HttpForm.INSIDE,
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Unready.REFUSED,
      Permission.READ,
      OperationLabel.LOOK),
  /** The numbers for a monitoring system. */
  METRICS(
      HttpForm.INSIDE,
      RoutedBy.NONE,
      Effect.NONE,
      Unready.REFUSED,
      Permission.METRICS,
      OperationLabel.LOOK),
  /** Whether the server is ready for requests: it says so even while it stops. */
  HEALTH(
      HttpForm.INSIDE,
      RoutedBy.NONE,
      Effect.NONE,
      Unready.REFUSED,
      Permission.NONE,
      OperationLabel.LOOK);

  /** The effect of an operation on leases, and on the journal. */
  public enum Effect {
    NONE,
    /** Extends tenures, without a write: the shard hears it before all requests of other kinds. */
    EXTENDS,
    /**
     * The changes must become durable. While the store does not answer, the request waits before
     * the shard hears it.
     */
    WRITES,
    /** Writes, and a reply may report a new lease that only the caller may know. */
    GRANTS,
    /** Writes, and the caller gives up the lease that it names. */
    GIVES_UP,
    /** Writes: the caller gives up the lease that it names, and may learn of the next one. */
    HANDS_ON
  }

  /** The fate of an operation on a shard without numbers for changes, which awaits an epoch. */
  public enum Unready {
    /** The shard decides, or lets the request wait. Its rule refuses what needs a number. */
    HEARD,
    /** The shard refuses the request before it looks at it. */
    REFUSED
  }

  private static final List<Operation> OF_WIRE =
      Arrays.stream(values()).filter(each -> !each.http.equals(HttpForm.INSIDE)).toList();

  private final String spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final HttpForm http;
  private final RoutedBy routedBy;
  private final Effect effect;
  private final Unready unready;
  private final Permission permission;
  private final OperationLabel operationLabel;
  private final List<String> fields;

  Operation(
      HttpForm http,
      RoutedBy routedBy,
      Effect effect,
      Unready unready,
      Permission permission,
      OperationLabel operationLabel,
      String... fields) {
    this.http = http;
    this.routedBy = routedBy;
    this.effect = effect;
    this.unready = unready;
    this.permission = permission;
    this.operationLabel = operationLabel;
    this.fields = List.of(fields);
  }

  /** The operations that a caller can name. */
  public static List<Operation> ofWire() {
    return OF_WIRE;
  }

  /** Returns the operation with this spelling; null when a caller can name no such operation. */
  public static @Nullable Operation of(String spelling) {
    for (Operation operation : OF_WIRE) {
      if (operation.spelling.equals(spelling)) {
        return operation;
      }
    }
    return null;
  }

  /** The name of the operation on the wire, such as {@code open-session}. */
  public String spelling() {
    return spelling;
  }

  public List<String> fields() {
    return fields;
  }

  /** The method and the address of the operation over HTTP. */
  public HttpForm http() {
    return http;
  }

  public RoutedBy routedBy() {
    return routedBy;
  }

  /** Whether the operation makes changes that must become durable. */
  public boolean writes() {
    return effect != Effect.NONE && effect != Effect.EXTENDS;
  }

  /** Whether the operation extends tenures: shards hear it before all requests of other kinds. */
  public boolean extendsTenures() {
    return effect == Effect.EXTENDS;
  }

  /** Whether a reply may report a new lease that only the caller may know. */
  public boolean beginsLease() {
    return effect == Effect.GRANTS || effect == Effect.HANDS_ON;
  }

  /** Whether the caller gives up the lease that it names. */
  public boolean givesUpLease() {
    return effect == Effect.GIVES_UP || effect == Effect.HANDS_ON;
  }

  /** Whether a shard decides about the request while it has no numbers for changes. */
  public boolean isHeardUnready() {
    return unready == Unready.HEARD;
  }

  public Permission permission() {
    return permission;
  }

  public OperationLabel meterLabel() {
    return operationLabel;
  }
}

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
      Effect.WRITES,
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
      Effect.NONE,
      Permission.ACQUIRE,
      OperationLabel.RENEW,
      "leaseId",
      "requestId"),
  RENEW_MANY(
      post("/v1/leases/renew"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.ACQUIRE,
      OperationLabel.RENEW,
      "leases",
      "requestId"),
  RELEASE(
      delete("/v1/leases/{leaseId}"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Permission.ACQUIRE,
      OperationLabel.RELEASE,
      "leaseId",
      "requestId"),
  TRANSFER(
      post("/v1/leases/{leaseId}/transfer"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Permission.ACQUIRE,
      OperationLabel.TRANSFER,
      "leaseId",
      "holder",
      "requestId"),
  VALUE(
      put("/v1/leases/{leaseId}/value"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
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
      Permission.READ,
      OperationLabel.LOOK,
      "leaseId"),
  LOOK(
      get("/v1/keys/{+key}"),
      RoutedBy.KEY,
      Effect.NONE,
      Permission.READ,
      OperationLabel.LOOK,
      "key"),
  LIST(
      get("/v1/keys"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.READ,
      OperationLabel.LOOK,
      "prefix",
      "cursor",
      "limit"),
  BREAK(
      delete("/v1/keys/{+key}"),
      RoutedBy.KEY,
      Effect.WRITES,
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
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "ttl",
      "holder",
      "requestId"),
  KEEPALIVE(
      post("/v1/sessions/{sessionId}/keepalive"),
      RoutedBy.SESSION,
      Effect.NONE,
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "sessionId",
      "requestId"),
  CLOSE_SESSION(
      delete("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.WRITES,
      Permission.ACQUIRE,
      OperationLabel.SESSION,
      "sessionId",
      "requestId"),
  INSPECT_SESSION(
      get("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.NONE,
      Permission.READ,
      OperationLabel.SESSION,
      "sessionId"),
  RAISE_FENCE(
      post("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Permission.FENCE,
      OperationLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  READ_FENCE(
      get("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.NONE,
      Permission.READ,
      OperationLabel.FENCE,
      "fence"),
  DROP_FENCE(
      delete("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Permission.ADMIN,
      OperationLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  SHARDS(get("/v1/shards"), RoutedBy.NONE, Effect.NONE, Permission.METRICS, OperationLabel.LOOK),
  END_QUARANTINE(
      post("/v1/shards/{shard}/end-quarantine"),
      RoutedBy.SHARD,
      Effect.NONE,
      Permission.ADMIN,
      OperationLabel.END_QUARANTINE,
      "shard",
      "reason",
      "requestId"),
  WATCH(
      get("/v1/watch"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.WATCH,
      OperationLabel.WATCH,
      "key",
      "prefix",
      "from"),
  /** Ends the wait or the watch with the seq {@code of}. */
  CANCEL(
      HttpForm.STREAM_ONLY, RoutedBy.NONE, Effect.NONE, Permission.NONE, OperationLabel.LOOK, "of"),
  /** A query of the pages for operators to a shard: see {@link PerShardRequest.Query}. */
  QUERY(HttpForm.INSIDE, RoutedBy.ALL_SHARDS, Effect.NONE, Permission.READ, OperationLabel.LOOK);

  /** The effect of an operation on the journal. */
  public enum Effect {
    NONE,
    /**
     * The changes must become durable. While the store does not answer, the request waits before
     * the shard hears it.
     */
    WRITES
  }

  private static final List<Operation> OF_WIRE =
      Arrays.stream(values()).filter(each -> !each.http.equals(HttpForm.INSIDE)).toList();

  private final String spelling = name().toLowerCase(Locale.ROOT).replace('_', '-');
  private final HttpForm http;
  private final RoutedBy routedBy;
  private final Effect effect;
  private final Permission permission;
  private final OperationLabel operationLabel;
  private final List<String> fields;

  Operation(
      HttpForm http,
      RoutedBy routedBy,
      Effect effect,
      Permission permission,
      OperationLabel operationLabel,
      String... fields) {
    this.http = http;
    this.routedBy = routedBy;
    this.effect = effect;
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
    return effect == Effect.WRITES;
  }

  public Permission permission() {
    return permission;
  }

  public OperationLabel meterLabel() {
    return operationLabel;
  }
}

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
      MeterLabel.ACQUIRE,
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
      MeterLabel.RENEW,
      "leaseId",
      "requestId"),
  RENEW_MANY(
      post("/v1/leases/renew"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.ACQUIRE,
      MeterLabel.RENEW,
      "leases",
      "requestId"),
  RELEASE(
      delete("/v1/leases/{leaseId}"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Permission.ACQUIRE,
      MeterLabel.RELEASE,
      "leaseId",
      "requestId"),
  TRANSFER(
      post("/v1/leases/{leaseId}/transfer"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Permission.ACQUIRE,
      MeterLabel.TRANSFER,
      "leaseId",
      "holder",
      "requestId"),
  VALUE(
      put("/v1/leases/{leaseId}/value"),
      RoutedBy.LEASE_ID,
      Effect.WRITES,
      Permission.ACQUIRE,
      MeterLabel.SET_VALUE,
      "leaseId",
      "value",
      "valueBase64",
      "requestId"),
  INSPECT(
      get("/v1/leases/{leaseId}"),
      RoutedBy.LEASE_ID,
      Effect.NONE,
      Permission.READ,
      MeterLabel.LOOK,
      "leaseId"),
  LOOK(get("/v1/keys/{+key}"), RoutedBy.KEY, Effect.NONE, Permission.READ, MeterLabel.LOOK, "key"),
  LIST(
      get("/v1/keys"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.READ,
      MeterLabel.LOOK,
      "prefix",
      "cursor",
      "limit"),
  BREAK(
      delete("/v1/keys/{+key}"),
      RoutedBy.KEY,
      Effect.WRITES,
      Permission.BREAK,
      MeterLabel.BREAK,
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
      MeterLabel.SESSION,
      "ttl",
      "holder",
      "requestId"),
  KEEPALIVE(
      post("/v1/sessions/{sessionId}/keepalive"),
      RoutedBy.SESSION,
      Effect.NONE,
      Permission.ACQUIRE,
      MeterLabel.SESSION,
      "sessionId",
      "requestId"),
  CLOSE_SESSION(
      delete("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.WRITES,
      Permission.ACQUIRE,
      MeterLabel.SESSION,
      "sessionId",
      "requestId"),
  INSPECT_SESSION(
      get("/v1/sessions/{sessionId}"),
      RoutedBy.SESSION,
      Effect.NONE,
      Permission.READ,
      MeterLabel.SESSION,
      "sessionId"),
  RAISE_FENCE(
      post("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Permission.FENCE,
      MeterLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  READ_FENCE(
      get("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.NONE,
      Permission.READ,
      MeterLabel.FENCE,
      "fence"),
  DROP_FENCE(
      delete("/v1/fences/{+fence}"),
      RoutedBy.FENCE,
      Effect.WRITES,
      Permission.ADMIN,
      MeterLabel.FENCE,
      "fence",
      "token",
      "requestId"),
  SHARDS(get("/v1/shards"), RoutedBy.NONE, Effect.NONE, Permission.METRICS, MeterLabel.LOOK),
  END_QUARANTINE(
      post("/v1/shards/{shard}/end-quarantine"),
      RoutedBy.SHARD,
      Effect.NONE,
      Permission.ADMIN,
      MeterLabel.END_QUARANTINE,
      "shard",
      "reason",
      "requestId"),
  WATCH(
      get("/v1/watch"),
      RoutedBy.ALL_SHARDS,
      Effect.NONE,
      Permission.WATCH,
      MeterLabel.WATCH,
      "key",
      "prefix",
      "from"),
  /** Ends the wait or the watch with the seq {@code of}. */
  CANCEL(HttpForm.STREAM_ONLY, RoutedBy.NONE, Effect.NONE, Permission.NONE, MeterLabel.LOOK, "of"),
  /** A query of the pages for operators to a shard: see {@link ShardRequest.Query}. */
  QUERY(HttpForm.INSIDE, RoutedBy.ALL_SHARDS, Effect.NONE, Permission.READ, MeterLabel.LOOK);

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
  private final MeterLabel meterLabel;
  private final List<String> fields;

  Operation(
      HttpForm http,
      RoutedBy routedBy,
      Effect effect,
      Permission permission,
      MeterLabel meterLabel,
      String... fields) {
    this.http = http;
    this.routedBy = routedBy;
    this.effect = effect;
    this.permission = permission;
    this.meterLabel = meterLabel;
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

  public MeterLabel meterLabel() {
    return meterLabel;
  }
}

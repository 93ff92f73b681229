package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Gateway;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.shard.ShardState;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reports whether this server is alive, and whether it is ready for requests. */
final class HealthRoutes {

  static final String LIVEZ = "/livez";
  static final String READYZ = "/readyz";

  private static final String VERBOSE = "verbose";

  private final Gateway gateway;
  private final StoreInfo store;

  HealthRoutes(Gateway gateway, StoreInfo store) {
    this.gateway = gateway;
    this.store = store;
  }

  /** Whether the path is one of these. */
  static boolean serves(@Nullable String path) {
    return LIVEZ.equals(path) || READYZ.equals(path);
  }

  /** Reports that the event loop runs, and nothing else. */
  void alive(HttpExchange exchange, String name) {
    exchange.answer(OutcomeHttpStatus.OK, json -> json.writeStringField("status", "alive"));
  }

  /**
   * Reports whether this server serves every shard: with fewer, it would refuse some of the keys.
   * An unavailable store is reported, but leaves the server ready: renewals go on, and no other
   * server could do better. With {@code ?verbose}, it also names the store.
   */
  void ready(HttpExchange exchange, String name) {
    AdmittedOperation health = gateway.admit(exchange.caller, Operation.HEALTH, name);
    int serving = health.serving();
    int shards = health.shards();
    ReadinessReasons readiness = new ReadinessReasons(health.reports());
    List<String> reasons = readiness.reasons(store.address());
    Map<String, String> details = details(exchange);
    if (!gateway.draining() && serving == shards) {
      exchange.answer(
          OutcomeHttpStatus.OK,
          json -> {
            json.writeStringField("status", "active");
            json.writeNumberField("shards", shards);
            json.writeNumberField("serving", serving);
            for (Map.Entry<String, String> detail : details.entrySet()) {
              json.writeStringField(detail.getKey(), detail.getValue());
            }
            if (!reasons.isEmpty()) {
              json.writeArrayFieldStart("reasons");
              for (String reason : reasons) {
                json.writeString(reason);
              }
              json.writeEndArray();
            }
          });
      return;
    }
    String role = gateway.draining() ? "stopping" : serving == 0 ? "standby" : "partial";
    Problem problem =
        Problem.of(Outcome.UNAVAILABLE, detail(role, serving, shards, reasons))
            .with("role", role)
            .with("shards", shards)
            .with("serving", serving)
            .with("loading", readiness.count(ShardState.LOADING))
            .with("standingBy", readiness.count(ShardState.STANDING_BY))
            .retryAfter(Problem.RETRY_LATER_MILLIS);
    for (Map.Entry<String, String> detail : details.entrySet()) {
      problem = problem.with(detail.getKey(), detail.getValue());
    }
    exchange.refuse(problem);
  }

  /** The fields for people that ask for more, by name. */
  private Map<String, String> details(HttpExchange exchange) {
    Map<String, String> details = new LinkedHashMap<>();
    String query = exchange.request.query();
    if (query != null && List.of(query.split("&")).contains(VERBOSE)) {
      details.put("store", store.address());
      String product = store.product().get();
      if (!product.isEmpty()) {
        details.put("storeVersion", product);
      }
    }
    return details;
  }

  private static String detail(String role, int serving, int shards, List<String> reasons) {
    String first =
        switch (role) {
          case "stopping" -> ServerStoppingProblems.WORDS;
          case "standby" -> "no shard is served here";
          default -> serving + " of " + shards + " shards are served here";
        };
    return reasons.isEmpty() ? first : first + "; " + String.join("; ", reasons);
  }
}

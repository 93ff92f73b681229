package io.tenure.door.http;

import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.AdmittedOperation;
import io.tenure.door.Gateway;
import io.tenure.door.ServerStoppingProblems;
import io.tenure.shard.ShardState;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reports whether this server is alive, and whether it is ready for requests. */
final class HealthRoutes {

  static final String LIVEZ = "/livez";
  static final String READYZ = "/readyz";

  private final Gateway gateway;
  private final String store;

  HealthRoutes(Gateway gateway, String store) {
    this.gateway = gateway;
    this.store = store;
  }

  /** Whether the path is one of these. */
  static boolean serve(@Nullable String path) {
    return LIVEZ.equals(path) || READYZ.equals(path);
  }

  /** Reports that the event loop runs, and nothing else. */
  void alive(HttpExchange exchange, String name) {
    exchange.answer(OutcomeHttpStatus.OK, json -> json.writeStringField("status", "alive"));
  }

  /**
   * Reports whether this server serves every shard: with fewer, it would refuse some of the keys.
   * An unavailable store is reported, but leaves the server ready: renewals go on, and no other
   * server could do better.
   */
  void ready(HttpExchange exchange, String name) {
    AdmittedOperation health = gateway.admit(exchange.caller, Operation.HEALTH, name);
    int serving = health.serving();
    int shards = health.shards();
    ReadinessReasons readiness = new ReadinessReasons(health.reports());
    List<String> reasons = readiness.reasons(store);
    if (!gateway.draining() && serving == shards) {
      exchange.answer(
          OutcomeHttpStatus.OK,
          json -> {
            json.writeStringField("status", "active");
            json.writeNumberField("shards", shards);
            json.writeNumberField("serving", serving);
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
    exchange.refuse(
        Problem.of(Outcome.UNAVAILABLE, detail(role, serving, shards, reasons))
            .with("role", role)
            .with("shards", shards)
            .with("serving", serving)
            .with("loading", readiness.count(ShardState.LOADING))
            .with("standingBy", readiness.count(ShardState.STANDING_BY))
            .retryAfter(Problem.RETRY_LATER_MILLIS));
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

package io.tenure.door.http;

import io.tenure.api.Outcome;
import io.tenure.shard.ShardRouter;
import io.tenure.wire.Problem;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Whether this server lives, and whether it is the one to ask. */
final class HealthRoutes {

  private static final int OK = 200;

  private final ShardRouter router;
  private final String store;
  private final BooleanSupplier draining;

  HealthRoutes(ShardRouter router, String store, BooleanSupplier draining) {
    this.router = router;
    this.store = store;
    this.draining = draining;
  }

  /** The loop turns: that is all it says. */
  void alive(HttpExchange exchange, String name) {
    exchange.answer(OK, json -> json.writeStringField("status", "alive"));
  }

  /**
   * Ready is who owns every shard: any other server would refuse some of the keys. A store that is
   * away is told of and does no harm to that: renewals go on, and nobody else could do better.
   */
  void ready(HttpExchange exchange, String name) {
    int serving = router.serving();
    ReadinessReport readiness = new ReadinessReport(router.states());
    List<String> reasons = readiness.reasons(store);
    if (!draining.getAsBoolean() && serving == router.shards()) {
      exchange.answer(
          OK,
          json -> {
            json.writeStringField("status", "active");
            json.writeNumberField("shards", router.shards());
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
    String role = draining.getAsBoolean() ? "stopping" : serving == 0 ? "standby" : "partial";
    exchange.refuse(
        Problem.of(Outcome.UNAVAILABLE, detail(role, serving, reasons))
            .with("role", role)
            .with("shards", router.shards())
            .with("serving", serving)
            .with("loading", readiness.count("loads"))
            .with("standingBy", readiness.count("stands_by"))
            .retryAfter(Problem.RETRY_LATER_MILLIS));
  }

  private String detail(String role, int serving, List<String> reasons) {
    String first =
        switch (role) {
          case "stopping" -> "the server stops";
          case "standby" -> "no shard is served here";
          default -> serving + " of " + router.shards() + " shards are served here";
        };
    return reasons.isEmpty() ? first : first + "; " + String.join("; ", reasons);
  }
}

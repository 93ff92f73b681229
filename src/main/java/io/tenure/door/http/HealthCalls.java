package io.tenure.door.http;

import io.tenure.shard.Leases;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import java.util.function.BooleanSupplier;

/** Whether this server lives, and whether it is the one to ask. */
final class HealthCalls {

  private static final int OK = 200;

  private final Leases leases;
  private final BooleanSupplier draining;

  HealthCalls(Leases leases, BooleanSupplier draining) {
    this.leases = leases;
    this.draining = draining;
  }

  /** The loop turns: that is all it says. */
  void alive(Exchange exchange, String name) {
    exchange.answer(OK, json -> json.writeStringField("status", "alive"));
  }

  /** Ready is who owns every shard: any other server would refuse some of the keys. */
  void ready(Exchange exchange, String name) {
    int serving = leases.serving();
    if (!draining.getAsBoolean() && serving == leases.shards()) {
      exchange.answer(
          OK,
          json -> {
            json.writeStringField("status", "active");
            json.writeNumberField("shards", leases.shards());
            json.writeNumberField("serving", serving);
          });
      return;
    }
    String role = draining.getAsBoolean() ? "stopping" : serving == 0 ? "standby" : "partial";
    exchange.refuse(
        Problem.of(ErrorCode.UNAVAILABLE, reason(role, serving))
            .with("role", role)
            .with("shards", leases.shards())
            .with("serving", serving)
            .retryAfter(Problem.RETRY_LATER_MILLIS));
  }

  private String reason(String role, int serving) {
    return switch (role) {
      case "stopping" -> "the server stops";
      case "standby" -> "no shard is served here: it starts, or another server owns them";
      default -> serving + " of " + leases.shards() + " shards are served here";
    };
  }
}

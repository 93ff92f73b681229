package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Limits;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.door.ws.StreamLimits;
import io.tenure.server.Nobody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The door and its description say the same, path by path, status by status, field by field. */
final class OpenApiRouteTest {

  private static final String[] OPERATION_OPS = {
    "post /v1/leases ACQUIRE",
    "post /v1/leases/renew RENEW_MANY",
    "delete /v1/leases/{leaseId} RELEASE",
    "post /v1/leases/{leaseId}/renew RENEW",
    "post /v1/leases/{leaseId}/transfer TRANSFER",
    "put /v1/leases/{leaseId}/value VALUE",
    "delete /v1/keys/{key} BREAK",
    "post /v1/sessions OPEN_SESSION",
    "delete /v1/sessions/{sessionId} CLOSE_SESSION",
    "post /v1/sessions/{sessionId}/keepalive KEEPALIVE",
    "post /v1/fences/{fence} RAISE_FENCE",
    "delete /v1/fences/{fence} DROP_FENCE",
    "post /v1/shards/{shard}/end-quarantine END_QUARANTINE"
  };

  private OpenDoor door;
  private Description description;

  @BeforeEach
  void open() throws Exception {
    door =
        new OpenDoor(
            HttpOptions.STANDARD
                .withLimits(HttpLimits.STANDARD.withTimes(10_000, 60_000, 2_000, 30_000))
                .withAnnex(
                    "/annex",
                    asked -> {
                      throw new NoClassDefFoundError("a mistake");
                    }));
    description = new Description(door.get("/openapi.yaml").http().body());
  }

  @AfterEach
  void close() throws Exception {
    door.mistakes.clear();
    door.close();
  }

  @Test
  void everyCodeOfTheWireIsDescribed() {
    assertEquals(Arrays.stream(Outcome.values()).map(Enum::name).toList(), description.codes());
  }

  @Test
  void everyFieldThatIsReadIsDescribed() {
    for (String line : OPERATION_OPS) {
      String[] parts = line.split(" ");
      Set<String> fields = new HashSet<>(Operation.valueOf(parts[2]).fields());
      int brace = parts[1].indexOf('{');
      if (brace >= 0) {
        fields.remove(parts[1].substring(brace + 1, parts[1].indexOf('}')));
      }
      String schema = description.bodyOf(parts[0], parts[1]);
      assertEquals(fields, description.properties(Objects.requireNonNull(schema)).keySet(), line);
    }
  }

  @Test
  void everythingDescribedIsAnsweredAndNothingElse() throws Exception {
    OpenApiTour tour = new OpenApiTour(door, description);
    tour.leases();
    tour.endings();
    tour.keys();
    tour.sessions();
    tour.fencesAndHealth();
    new OperatorTour(tour).acts();
    tour.watches();
    tour.stream();
    tour.strangers();
    tour.storeAway();
    OpenDoor narrow = new OpenDoor(StreamLimits.STANDARD.withCounts(2, 16));
    new StreamTour(narrow, description).problems();
    narrow.close();
    OpenDoor other =
        new OpenDoor(HttpOptions.STANDARD.withBreaking(false), oneHolder(), OpenDoor.SHARDS);
    OpenDoor doubtful = OpenDoor.inQuarantine(HttpOptions.STANDARD, 3_600_000);
    new OpenApiTour(doubtful, description).quarantine();
    doubtful.close();
    OpenApiTour shut = new OpenApiTour(other, description);
    shut.shut();
    new OperatorTour(shut).forbidden();
    OpenDoor.get(other.router.leave());
    new OpenApiTour(other, description).standby();
    other.close();
    OpenDoor.get(door.router.leave());
    new OperatorTour(tour).standby();

    List<String> faults = new ArrayList<>(description.faults());
    faults.removeIf(fault -> fault.matches(OF_OPERATORS));
    assertEquals(List.of(), faults);
  }

  /** The pages for operators, which {@code DescribedTest} visits. */
  private static final String OF_OPERATORS = "never seen: get /(metrics|ui).*";

  @Test
  void everyPathOfTheDeskIsDescribedWithItsMethods() {
    HttpRouter desk =
        new HttpRouter(
            door.vertx, door.router, HttpOptions.STANDARD, Nobody.as(ConnectionLimiter.class));
    for (RoutePattern path : desk.paths()) {
      List<String> methods = new ArrayList<>(List.of(path.methods().split(", ")));
      methods.removeAll(List.of("HEAD", "OPTIONS"));
      assertEquals(
          Set.copyOf(methods),
          description.methods(path.template()).stream()
              .map(method -> method.toUpperCase(Locale.ROOT))
              .collect(Collectors.toSet()),
          path.template());
    }
  }

  private static Limits oneHolder() {
    return new Limits(
        100, 86_400_000, 3_600_000, 1, 1, 1, 1, 1, 1, 64, 64, 64, 64, Limits.TOKENS_PER_EPOCH);
  }
}

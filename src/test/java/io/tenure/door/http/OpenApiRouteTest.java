package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.door.AnnexRoute;
import io.tenure.door.GatewayOptions;
import io.tenure.door.ws.StreamLimits;
import io.tenure.server.Nobody;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that the server and its description agree about every path, every status and every field.
 */
final class OpenApiRouteTest {

  private OpenDoor door;
  private Description description;

  @BeforeEach
  void open() throws Exception {
    door =
        new OpenDoor(
            HttpOptions.DEFAULT
                .withLimits(HttpLimits.DEFAULT.withTimes(10_000, 60_000, 2_000, 30_000))
                .withStore(new StoreInfo("redis://r", () -> "Redis 7.0.15"))
                .withAnnex(
                    new AnnexRoute(
                        "/annex",
                        true,
                        (exchange, name) -> {
                          throw new NoClassDefFoundError("a mistake");
                        })));
    description = new Description(door.get("/openapi.yaml").http().body());
  }

  @AfterEach
  void close() throws Exception {
    door.mistakes.clear();
    door.close();
  }

  @Test
  void everyCodeOfTheWireIsDescribed() {
    List<String> refusals =
        Arrays.stream(Outcome.values())
            .filter(outcome -> outcome != Outcome.DONE)
            .map(Enum::name)
            .toList();
    assertEquals(refusals, description.codes());
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
    OpenDoor narrow = new OpenDoor(StreamLimits.DEFAULT.withCounts(2, 16));
    new StreamTour(narrow, description).problems();
    narrow.close();
    OpenDoor other = new OpenDoor(GatewayOptions.DEFAULT.withBreaking(false), oneHolder());
    OpenDoor doubtful = OpenDoor.inQuarantine(GatewayOptions.DEFAULT, 3_600_000);
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
    tour.ask("get", "/readyz", "?verbose", null);

    List<String> faults = new ArrayList<>(description.faults());
    faults.removeIf(fault -> fault.matches(OF_OPERATORS));
    assertEquals(List.of(), faults);
  }

  /** The pages for operators, which {@code DescribedTest} checks. */
  private static final String OF_OPERATORS = "never seen: get /(metrics|ui).*";

  @Test
  void everyPathOfTheDeskIsDescribedWithItsMethods() {
    HttpRouter desk =
        new HttpRouter(
            door.vertx, door.gateway, HttpOptions.DEFAULT, Nobody.as(ConnectionLimiter.class));
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
        new Limits.Times(100, 86_400_000, 3_600_000),
        1,
        1,
        1,
        new Limits.OfShard(1, 1, 1, 64, 64, 64, 64),
        Limits.TOKENS_PER_EPOCH);
  }
}

package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.Session;
import io.tenure.client.TenureClient;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.InRealTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Lists the instances of a service and their addresses, as long as the instances live. */
final class ServiceRegistryTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  // example: registry
  /** One heartbeat keeps every service that a process offers. */
  static Flux<Lease> register(TenureClient client, String instance, Map<String, String> services) {
    return client
        .session(TTL)
        .flatMapMany(
            session ->
                Flux.fromIterable(services.entrySet())
                    .flatMap(
                        service -> offer(session, service.getKey(), instance, service.getValue())));
  }

  private static Mono<Lease> offer(
      Session session, String service, String instance, String address) {
    String key = "services/" + service + "/" + instance;
    return session.acquire(Claim.of(key, TTL).withValue(address));
  }

  /** The addresses of the live instances. */
  static Mono<List<String>> addresses(TenureClient client, String service) {
    return client
        .calls()
        .keys("services/" + service + "/", 100)
        .map(holding -> String.valueOf(holding.value()))
        .sort()
        .collectList();
  }

  // end

  @InRealTime
  void whoDiesIsListedNoMore() throws Exception {
    try (Town town = new Town()) {
      TenureClient reader = town.client("reader");
      TenureClient one = town.client("one");
      Map<String, String> offered =
          new TreeMap<>(Map.of("mail", "10.0.0.1:25", "web", "10.0.0.1:80"));
      Town.all(register(one, "one", offered));
      Town.all(register(town.client("two"), "two", Map.of("web", "10.0.0.2:80")));

      assertEquals(List.of("10.0.0.1:80", "10.0.0.2:80"), Town.get(addresses(reader, "web")));
      assertEquals(List.of("10.0.0.1:25"), Town.get(addresses(reader, "mail")));
      town.crash(one);

      OpenDoor.until(() -> Town.get(addresses(reader, "web")).equals(List.of("10.0.0.2:80")));
      OpenDoor.until(() -> Town.get(addresses(reader, "mail")).isEmpty());
    }
  }
}

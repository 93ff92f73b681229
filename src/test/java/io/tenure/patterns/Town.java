package io.tenure.patterns;

import io.tenure.client.ClientOptions;
import io.tenure.client.TenureClient;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A server and its users, each with its own client. */
final class Town implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  final OpenDoor door = new OpenDoor(StreamLimits.DEFAULT);
  private final List<TenureClient> clients = new ArrayList<>();

  Town() throws Exception {}

  TenureClient client(String holder) {
    ClientOptions options = ClientOptions.of("127.0.0.1:" + door.port()).withHolder(holder);
    TenureClient client = TenureClient.connect(options.withTimeout(PATIENCE));
    clients.add(client);
    return client;
  }

  /** Ends a client without releasing anything: its leases end with their ttl. */
  void crash(TenureClient client) {
    client.close();
  }

  static <T> T get(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(PATIENCE));
  }

  static <T> List<T> all(Flux<T> flux) {
    return get(flux.collectList());
  }

  static void pass(Duration time) {
    Mono.delay(time).block();
  }

  @Override
  public void close() {
    clients.forEach(TenureClient::close);
    try {
      door.close();
    } catch (Exception trouble) {
      throw new AssertionError(trouble);
    }
  }
}

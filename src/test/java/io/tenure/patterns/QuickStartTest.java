package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.blocking.Leases;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** Runs the first lines of the client page and of the README. */
final class QuickStartTest {

  private static final List<String> LINES = new CopyOnWriteArrayList<>();

  private static Flux<String> work(Lease lease) {
    return Flux.just("with token " + (lease.token() > 0));
  }

  private static void work() {
    LINES.add("work");
  }

  // example: quick-start
  static void nightly(String address) {
    try (TenureClient client = TenureClient.connect(address)) {
      client
          .whileHeld("jobs/nightly", Duration.ofSeconds(30), lease -> work(lease))
          .doOnNext(line -> LINES.add(line))
          .blockLast();
    }
  }

  // end

  // example: blocking
  static void nightly(TenureClient client) {
    Leases.of(client).hold("jobs/nightly", Duration.ofSeconds(30), () -> work());
  }

  // end

  @Test
  void theyDoWhatTheySay() throws Exception {
    try (Town town = new Town()) {
      LINES.clear();

      nightly("127.0.0.1:" + town.door.port());
      TenureClient client = town.client("anna");
      nightly(client);

      assertEquals(List.of("with token true", "work"), LINES);
      assertFalse(Town.get(client.calls().key("jobs/nightly")).isHeld());
    }
  }
}

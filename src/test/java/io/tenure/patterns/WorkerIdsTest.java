package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.error.HeldException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/** Numbers workers, for example for the ids that they create: each worker has a unique number. */
final class WorkerIdsTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final int IDS = 8;

  // example: worker-id
  /** The number is valid while the lease is safe; a worker that returns soon gets it again. */
  static Mono<Lease> workerId(TenureClient client) {
    return client.acquire(Claim.of("ids/snowflake", TTL).withSlots(IDS));
  }

  // end

  @Test
  void nobodySharesANumberAndWhoComesBackHasItsOwn() throws Exception {
    try (Town town = new Town()) {
      List<Lease> leases = new ArrayList<>();
      for (int at = 0; at < IDS; at++) {
        leases.add(Town.get(workerId(town.client("worker-" + at))));
      }
      Set<Integer> ids = leases.stream().map(Lease::slot).collect(Collectors.toSet());
      assertEquals(IDS, ids.size());
      assertThrows(HeldException.class, () -> Town.get(workerId(town.client("one too many"))));

      Town.get(leases.get(3).release().thenReturn(true));
      Town.get(leases.get(5).release().thenReturn(true));

      assertEquals(leases.get(5).slot(), Town.get(workerId(town.client("worker-5"))).slot());
      assertEquals(leases.get(3).slot(), Town.get(workerId(town.client("worker-3"))).slot());
    }
  }
}

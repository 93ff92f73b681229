package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.BreakRequest;
import io.tenure.client.error.FencedException;
import io.tenure.client.guard.MemoryFence;
import io.tenure.door.http.OpenDoor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Elects a primary for a chunk, as in the Google File System. The primary orders the writes of all
 * replicas as long as it holds the lease of the chunk; the token is the version of the chunk.
 */
final class ChunkPrimaryTest {

  private static final Duration TTL = Duration.ofSeconds(60);

  // example: chunk
  /** One copy of a chunk, which never applies a write of an older primary. */
  static final class Replica {
    private final MemoryFence version = new MemoryFence("chunk");
    private final List<String> records = new ArrayList<>();

    void apply(long token, String record) {
      version.write(token, () -> records.add(record));
    }

    List<String> records() {
      return records;
    }
  }

  /** The primary decides the order, and checks before each write that its lease is safe. */
  static void append(Lease primary, List<Replica> replicas, String record) {
    primary.ensure(Duration.ofSeconds(1));
    replicas.forEach(replica -> replica.apply(primary.token(), record));
  }

  /** The address of the primary is the value of its lease: clients find it there. */
  static Mono<Lease> becomePrimary(TenureClient server, String address) {
    return server.acquire(Claim.of("chunks/2ef0", TTL).withValue(address));
  }

  // end

  @Test
  void whoWasPrimaryCannotWriteBehindTheNextOne() throws Exception {
    try (Town town = new Town()) {
      List<Replica> replicas = List.of(new Replica(), new Replica(), new Replica());
      Lease first = Town.get(becomePrimary(town.client("one"), "10.0.0.1:9000"));
      append(first, replicas, "a");

      TenureClient master = town.client("master");
      Town.get(master.calls().breakOff(BreakRequest.now("chunks/2ef0", "a snapshot is taken")));
      OpenDoor.until(() -> !first.isSafe());
      Lease second = Town.get(becomePrimary(town.client("two"), "10.0.0.2:9000"));
      append(second, replicas, "b");

      assertThrows(RuntimeException.class, () -> append(first, replicas, "late"));
      Replica one = replicas.get(0);
      assertThrows(FencedException.class, () -> one.apply(first.token(), "very late"));
      replicas.forEach(replica -> assertEquals(List.of("a", "b"), replica.records()));
      assertTrue(second.isSafe());
      assertFalse(first.isSafe());
      assertEquals(
          "10.0.0.2:9000",
          String.valueOf(Town.get(master.calls().key("chunks/2ef0")).holders().get(0).value()));
    }
  }
}

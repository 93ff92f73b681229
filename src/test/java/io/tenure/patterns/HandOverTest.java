package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseEvent;
import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.door.http.OpenDoor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** A new release takes over from the old one, and the key is never free meanwhile. */
final class HandOverTest {

  private static final Duration TTL = Duration.ofSeconds(30);

  // example: hand-over
  /** The new release waits from its start on, until the lease is its own. */
  static Mono<Lease> start(TenureClient release) {
    return release.acquire(Claim.of("shards/7", TTL).withWait(Duration.ofMinutes(5)));
  }

  /** The old release finishes its work, and transfers the key to the first waiter. */
  static Mono<Void> leave(Lease old, Mono<Void> finishing) {
    return finishing.then(old.transfer(null)).then();
  }

  // end

  @Test
  void theNextReleaseHasTheKeyTheMomentTheOldOneLetsGo() throws Exception {
    try (Town town = new Town()) {
      TenureClient observer = town.client("observer");
      List<WatchEvent> events = new CopyOnWriteArrayList<>();
      Lease old = Town.get(start(town.client("release-1")));
      Disposable watch =
          observer.watch(WatchRequest.key("shards/7").fromStart()).subscribe(events::add);
      OpenDoor.until(() -> events.stream().anyMatch(WatchEvent.Synchronised.class::isInstance));
      Mono<Lease> next = start(town.client("release-2")).cache();
      next.subscribe();
      OpenDoor.until(() -> Town.get(observer.calls().key("shards/7")).waiters() == 1);

      Town.get(leave(old, Mono.empty()).thenReturn(true));

      assertFalse(old.isSafe());
      assertTrue(Town.get(next).isSafe());
      assertTrue(Town.get(next).token() > old.token());
      OpenDoor.until(() -> kinds(events).contains(LeaseEvent.Kind.GRANTED));
      assertEquals(List.of(LeaseEvent.Kind.TRANSFERRED, LeaseEvent.Kind.GRANTED), kinds(events));
      watch.dispose();
    }
  }

  private static List<LeaseEvent.Kind> kinds(List<WatchEvent> events) {
    return events.stream()
        .filter(WatchEvent.Happened.class::isInstance)
        .map(event -> ((WatchEvent.Happened) event).kind())
        .toList();
  }
}

package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseEvent;
import io.tenure.client.Claim;
import io.tenure.client.Lease;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.InRealTime;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Removes the parts of abandoned uploads, as S3 does. */
final class AbandonedUploadsTest {

  private static final Duration TTL = Duration.ofSeconds(2);

  // example: uploads
  /** The uploads of clients that have died; a finished upload was released and is not included. */
  static Flux<String> abandoned(TenureClient cleaner) {
    return cleaner
        .watch(WatchRequest.prefix("uploads/"))
        .ofType(WatchEvent.Happened.class)
        .filter(event -> event.kind() == LeaseEvent.Kind.EXPIRED)
        .map(event -> event.key().substring("uploads/".length()));
  }

  // end

  @InRealTime
  void whatNobodyFinishedIsThrownAway() throws Exception {
    try (Town town = new Town()) {
      Set<String> parts = ConcurrentHashMap.newKeySet();
      parts.addAll(Set.of("cats.zip", "dogs.zip", "birds.zip"));
      Set<String> cleaned = ConcurrentHashMap.newKeySet();
      TenureClient cleaner = town.client("cleaner");
      Disposable cleaning = abandoned(cleaner).doOnNext(parts::remove).subscribe(cleaned::add);
      TenureClient dies = town.client("dies");
      TenureClient lives = town.client("lives");
      OpenDoor.until(() -> sees(lives, cleaned));
      Town.get(dies.acquire(Claim.of("uploads/cats.zip", TTL)));
      Lease finished = Town.get(lives.acquire(Claim.of("uploads/dogs.zip", TTL)));
      Lease goesOn = Town.get(lives.acquire(Claim.of("uploads/birds.zip", TTL)));

      Town.get(finished.release().thenReturn(true));
      town.crash(dies);
      OpenDoor.until(() -> cleaned.contains("cats.zip"));

      assertEquals(Set.of("dogs.zip", "birds.zip"), parts);
      assertTrue(goesOn.isSafe());
      cleaning.dispose();
    }
  }

  /** Abandons an upload at once: the first cleaned upload shows that the cleaner watches. */
  private static boolean sees(TenureClient client, Set<String> cleaned) {
    Duration brief = Duration.ofMillis(100);
    Town.get(client.calls().acquire(Claim.of("uploads/probe-" + System.nanoTime(), brief)));
    Town.pass(brief.multipliedBy(2));
    return !cleaned.isEmpty();
  }
}

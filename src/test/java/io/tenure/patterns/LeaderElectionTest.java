package io.tenure.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.client.Claim;
import io.tenure.client.Leadership;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.Grant;
import io.tenure.client.error.FencedException;
import io.tenure.client.error.RefusedException;
import io.tenure.client.guard.MemoryFence;
import io.tenure.door.http.OpenDoor;
import io.tenure.machine.InRealTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** Elects a leader with a standby, and replays the incident of the delayed renewal. */
final class LeaderElectionTest {

  private static final Duration TTL = Duration.ofSeconds(3);

  // example: leader
  /** Leads whenever it is elected; {@code lead} writes with the token of its term. */
  static Disposable run(TenureClient client, String address, Leading lead) {
    return client
        .elect(Claim.of("cluster/leader", TTL).withValue(address))
        .subscribe(leadership -> lead.as(leadership));
  }

  interface Leading {
    void as(Leadership leadership);
  }

  // end

  @InRealTime
  void theStandbyLeadsWhenTheLeaderIsGone() throws Exception {
    try (Town town = new Town()) {
      MemoryFence store = new MemoryFence("store");
      List<Leadership> terms = new CopyOnWriteArrayList<>();
      TenureClient first = town.client("one");
      run(first, "10.0.0.1", terms::add);
      OpenDoor.until(() -> terms.size() == 1);
      run(town.client("two"), "10.0.0.2", terms::add);
      store.check(terms.get(0).token());
      assertTrue(terms.get(0).isLeader());

      town.crash(first);
      OpenDoor.until(() -> terms.size() == 2);

      assertFalse(terms.get(0).isLeader());
      assertTrue(terms.get(1).isLeader());
      store.check(terms.get(1).token());
      assertThrows(FencedException.class, () -> store.check(terms.get(0).token()));
    }
  }

  /**
   * The renewal stays in the network until another candidate leads, and is refused all the same.
   */
  @Test
  void aDelayedRenewalOfTheOldLeaderIsRefusedAndItsWriteIsFenced() throws Exception {
    try (Town town = new Town()) {
      MemoryFence store = new MemoryFence("store");
      TenureClient old = town.client("old");
      Duration brief = Duration.ofMillis(200);
      Grant grant = Town.get(old.calls().acquire(Claim.of("cluster/leader", brief)));
      store.check(grant.token());

      Grant next =
          Town.get(
              town.client("next")
                  .calls()
                  .acquire(Claim.of("cluster/leader", TTL).withWait(Duration.ofSeconds(20))));
      store.check(next.token());

      RefusedException late =
          assertThrows(RefusedException.class, () -> Town.get(old.calls().renew(grant.leaseId())));
      assertEquals("EXPIRED", late.code());
      FencedException fenced =
          assertThrows(FencedException.class, () -> store.check(grant.token()));
      assertEquals(next.token(), fenced.mark());
    }
  }
}

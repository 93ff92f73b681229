package io.tenure.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.LeaseEvent;
import io.tenure.client.Lease;
import io.tenure.client.LeaseState;
import io.tenure.client.TenureClient;
import io.tenure.client.calls.WatchEvent;
import io.tenure.client.calls.WatchRequest;
import io.tenure.machine.InRealTime;
import io.tenure.machine.Ports;
import io.tenure.machine.RealMachine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** Checks that clients notice a killed and restarted server only by a wait. */
@RealMachine
final class ClientOverRestartTest {

  private static final Duration TTL = Duration.ofSeconds(20);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;

  private static <T> T get(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(PATIENCE));
  }

  @InRealTime
  void leasesAndWatchesGoOn() throws Exception {
    Path data = directory.toRealPath().resolve("data");
    String port = Integer.toString(Ports.free());
    Served first = new Served(data, "--port", port).open();
    try (TenureClient client = TenureClient.connect(first.url())) {
      Lease lease = get(client.acquire("restart/a", TTL));
      List<LeaseState> states = new CopyOnWriteArrayList<>();
      lease.states().subscribe(states::add);
      List<WatchEvent> events = new CopyOnWriteArrayList<>();
      Disposable watch =
          client.watch(WatchRequest.prefix("restart/").fromStart()).subscribe(events::add);
      first.await("it is watched", () -> told(events, "restart/a"));

      first.signal("KILL");
      first.end();
      try (Served second = new Served(data, "--port", port).open()) {
        Lease after = get(client.acquire("restart/b", TTL));
        assertTrue(after.token() > lease.token());
        Duration left = lease.safeFor();
        second.await("it is renewed", () -> lease.safeFor().compareTo(left) > 0);
        assertTrue(lease.isSafe());
        assertEquals(lease.token(), get(client.calls().key("restart/a")).holders().get(0).token());
        assertFalse(states.contains(LeaseState.LOST));
        second.await("the watch goes on", () -> told(events, "restart/b"));
        watch.dispose();
        lease.release().block(PATIENCE);
        assertFalse(get(client.calls().key("restart/a")).isHeld());
      }
    } finally {
      first.close();
    }
  }

  /** The grant is reported as an event or in the state after a resync. */
  private static boolean told(List<WatchEvent> events, String key) {
    return events.stream()
        .anyMatch(
            event ->
                event instanceof WatchEvent.Happened happened
                        && happened.kind() == LeaseEvent.Kind.GRANTED
                        && happened.key().equals(key)
                    || event instanceof WatchEvent.Shown shown
                        && shown.holding().key().equals(key));
  }
}

package io.tenure.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.client.NoStreams.Streams;
import io.tenure.client.transport.ServerList;
import io.tenure.client.transport.StreamTransport;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.ws.StreamLimits;
import io.tenure.fault.FaultProxy;
import io.tenure.fault.FaultProxy.Weather;
import io.tenure.wire.ClientRequest;
import io.vertx.core.Vertx;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Checks when the client opens a stream again after its end. */
final class StreamAgainTest {

  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static OpenDoor door;

  @BeforeAll
  static void open() throws Exception {
    door = new OpenDoor(StreamLimits.DEFAULT);
  }

  @AfterAll
  static void close() throws Exception {
    door.close();
  }

  @Test
  void streamsThatEndUnansweredAreOpenedMoreAndMoreSlowlyAndTheRestGoesByHttp() throws Exception {
    try (NoStreams proxy = new NoStreams(door.port()).become(Streams.UNANSWERED);
        TenureClient client = TenureClient.connect("127.0.0.1:" + proxy.port())) {
      Lease lease = Objects.requireNonNull(client.acquire("again/unanswered", TTL).block(PATIENCE));

      Mono.delay(Duration.ofSeconds(2)).block(PATIENCE);

      assertTrue(lease.isSafe());
      assertTrue(proxy.refused() > 1, "it is tried again");
      assertTrue(proxy.refused() < 12, proxy.refused() + " streams in two seconds");
    }
  }

  @Test
  void afterAStreamThatWasOfUseAnotherFollowsInAMoment() throws Exception {
    VirtualTimeScheduler time = VirtualTimeScheduler.create();
    Vertx vertx = Vertx.vertx();
    FaultProxy network = new FaultProxy(vertx, door.port());
    ServerList servers = new ServerList(List.of(URI.create("http://127.0.0.1:" + network.port())));
    StreamTransport transport =
        new StreamTransport(HttpClient.newHttpClient(), servers, null, time);
    try {
      List<Integer> connections = new CopyOnWriteArrayList<>();
      transport.connections().subscribe(connections::add);
      ClientRequest wish =
          ClientRequest.of(Operation.ACQUIRE)
              .with("key", "again/use")
              .with("ttl", "60s")
              .with("holder", "anna");
      transport.ask(wish, PATIENCE).block(PATIENCE);
      OpenDoor.until(() -> opened(time, connections) == 1);
      transport
          .ask(ClientRequest.of(Operation.LOOK).with("key", "again/use"), PATIENCE)
          .block(PATIENCE);
      long before = time.getScheduledTaskCount();

      network.become(Weather.CUT);
      network.become(Weather.FAIR);
      OpenDoor.until(() -> time.getScheduledTaskCount() > before);
      assertEquals(List.of(1), connections, "not all return in one instant");

      OpenDoor.until(() -> opened(time, connections) == 2);
    } finally {
      transport.close();
      network.close();
      OpenDoor.get(vertx.close());
    }
  }

  /** On a machine that stands still an attempt may fail and be repeated. */
  private static int opened(VirtualTimeScheduler time, List<Integer> connections) {
    time.advanceTimeBy(Duration.ofMillis(150));
    return connections.size();
  }
}

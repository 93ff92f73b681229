package io.tenure.door.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Request;
import io.tenure.api.Value;
import io.tenure.store.LeaseStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks watches over Server-Sent Events: they report every change in order, or a resync. */
final class WatchRouteTest {

  private OpenDoor door;

  @BeforeEach
  void open() throws Exception {
    door = new OpenDoor(HttpOptions.DEFAULT.withLimits(HttpLimits.DEFAULT.withEvents(65_536, 50)));
  }

  @AfterEach
  void close() throws Exception {
    door.close();
  }

  @Test
  void everyChangeOfAKeyIsTold() throws Exception {
    Events events = Events.of(door, "?key=a");
    Told granted = door.acquire("a");
    String lease = "/v1/leases/" + granted.text("leaseId");
    door.acquire("ab");
    door.send("PUT", lease + "/value", "{\"value\":\"v\"}");
    door.post(lease + "/transfer", "{\"holder\":\"bert\"}");
    door.delete("/v1/keys/a?reason=upkeep");
    List<Events.Seen> seen = new ArrayList<>();
    for (int event = 0; event < 5; event++) {
      seen.add(events.next());
    }

    assertEquals(
        List.of("granted", "valued", "transferred", "granted", "broken"),
        seen.stream().map(Events.Seen::name).toList());
    assertEquals(granted.number("token"), seen.get(0).data().get("token"));
    assertEquals("v", seen.get(1).data().get("value"));
    assertEquals("bert", seen.get(3).holder());
    assertEquals("upkeep", seen.get(4).data().get("reason"));
    assertTrue(seen.stream().allMatch(one -> one.key().equals("a")));
    assertFalse(seen.toString().contains(granted.text("leaseId")));
    events.close();
  }

  @Test
  void whoComesBackWithTheLastIdMissesNothingOnAnyShard() throws Exception {
    Events events = Events.of(door, "?prefix=job/");
    Set<String> seen = new HashSet<>();
    for (int key = 0; key < 40; key++) {
      door.acquire("job/" + key);
    }
    for (int event = 0; event < 25; event++) {
      assertTrue(seen.add(events.next().key()));
    }
    String last = events.lastId();
    events.close();
    for (int key = 40; key < 60; key++) {
      door.acquire("job/" + key);
    }
    Events again = Events.of(door, "?prefix=job/", "Last-Event-ID", last);
    for (int event = 25; event < 60; event++) {
      Events.Seen one = again.next();
      assertEquals("granted", one.name());
      assertTrue(seen.add(one.key()), "once only");
    }

    assertEquals(60, seen.size());
    again.close();
  }

  @Test
  void whoAsksForTheStartIsShownWhatIsHeldAndThenWhatHappens() throws Exception {
    for (int key = 0; key < 30; key++) {
      door.acquire("held/" + key);
    }
    door.acquire("other");
    Events events = Events.of(door, "?prefix=held/&from=start");
    Set<String> shown = new HashSet<>();
    int synchronised = 0;
    while (synchronised < OpenDoor.SHARDS) {
      Events.Seen seen = events.next();
      if (seen.name().equals("shown")) {
        assertTrue(shown.add(seen.key()));
        assertTrue(seen.data().containsKey("remainingMs"));
      }
      synchronised += seen.name().equals("synchronised") ? 1 : 0;
    }
    door.acquire("held/new");

    assertEquals(30, shown.size());
    assertEquals("held/new", events.next().key());
    String last = events.lastId();
    events.close();
    door.acquire("held/newer");
    Events again = Events.of(door, "?prefix=held/&from=" + last);
    assertEquals("held/newer", again.next().key());
    again.close();
  }

  @Test
  void whoCannotBeToldWhatItMissedIsToldToResynchronise() throws Exception {
    door.close();
    Limits shortMemory =
        new Limits(
            new Limits.Times(100, 86_400_000, 3_600_000),
            64,
            64,
            64,
            new Limits.OfShard(1_000, 64, 64, 64, 2, 64, 64),
            1 << 22);
    door = new OpenDoor(HttpOptions.DEFAULT, shortMemory, 1);
    Events events = Events.of(door, "?key=a");
    String last = events.lastId();
    events.close();
    Told held = door.acquire("a");
    for (int key = 0; key < 5; key++) {
      door.acquire("b" + key);
    }
    Events again = Events.of(door, "?key=a", "Last-Event-ID", last);

    assertEquals("resync", again.next().name());
    Events.Seen shown = again.next();
    assertEquals("shown", shown.name());
    assertEquals(held.number("token"), shown.data().get("token"));
    assertEquals("synchronised", again.next().name());
    again.close();
  }

  @Test
  void aShardThatWasLostIsShownAgainAndThenFollowed() throws Exception {
    Events events = Events.of(door, "?prefix=");
    Told held = door.acquire("a");
    assertEquals("granted", events.next().name());
    int shard = door.router.shardOf(Key.of("a"));
    OpenDoor.get(door.store.claim(shard, "test", LeaseStore.FOR_EVER, false));
    String lease = "/v1/leases/" + held.text("leaseId");
    Told unknown = door.send("PUT", lease + "/value", "{\"value\":\"lost\"}");
    Events.Seen resync = events.next();
    Events.Seen shown = events.next();

    assertEquals(503, unknown.status());
    assertEquals("UNKNOWN", unknown.code());
    assertEquals("resync", resync.name());
    assertEquals((long) shard, resync.data().get("shard"));
    assertEquals("shown", shown.name());
    assertEquals(held.number("token"), shown.data().get("token"));
    assertFalse(shown.data().containsKey("value"));
    assertEquals("synchronised", events.next().name());
    door.delete(lease);
    assertEquals("released", events.next().name());
    events.close();
  }

  @Test
  void aWatchThatCannotBeginBeforeTooMuchHappensIsRefused() throws Exception {
    OpenDoor other = new OpenDoor(TimeUnit.MINUTES.toMillis(1));
    int slow = other.router.shardOf(Key.of("slow"));
    String busy = "busy";
    while (other.router.shardOf(Key.of(busy)) == slow) {
      busy += "r";
    }
    LeaseId lease = Objects.requireNonNull(LeaseId.parse(other.acquire(busy).text("leaseId")));
    other.store.shut(slow);
    CompletableFuture<Told> waits = other.later("POST", "/v1/leases", OpenDoor.wish("slow", "eve"));
    OpenDoor.until(() -> other.store.waiting() > 0);
    CompletableFuture<Told> watch = other.later("GET", "/v1/watch?prefix=", null);
    while (!watch.isDone()) {
      OpenDoor.get(other.router.ask(lease.shard(), change(lease)).answer());
    }

    assertEquals(503, watch.join().status());
    assertEquals("BUSY", watch.join().code());
    other.store.open();
    assertEquals(201, waits.join().status());
    Events.of(other, "?prefix=").close();
    other.close();
  }

  private static Request change(LeaseId lease) {
    return new Request.SetValue(lease, Value.of("another"), null);
  }

  @Test
  void aCursorOfAnotherKindIsRefusedAndOneOfFewerShardsStartsAfresh() throws Exception {
    for (String from : List.of("x", "*", "AAAA")) {
      Told refused = door.get("/v1/watch?from=" + from);
      assertEquals(400, refused.status());
      assertEquals("from", refused.text("field"));
    }
    assertEquals("prefix", door.get("/v1/watch?key=a&prefix=b").text("field"));
    assertEquals("key", door.get("/v1/watch?key=").text("field"));
    OpenDoor small = new OpenDoor(HttpOptions.DEFAULT, Limits.DEFAULT, 2);
    Events events = Events.of(small, "?prefix=");
    String last = events.lastId();
    events.close();
    small.close();
    Events afresh = Events.of(door, "?prefix=", "Last-Event-ID", last);
    assertEquals("resync", afresh.next().name());
    afresh.close();
  }

  @Test
  void aQuietWatchGivesSignsOfLife() throws Exception {
    Events events = Events.of(door, "?key=a");
    OpenDoor.until(
        () -> {
          try {
            door.acquire("a");
            door.delete("/v1/keys/a");
            events.next();
            return events.signsOfLife() > 2;
          } catch (Exception failed) {
            throw new AssertionError(failed);
          }
        });
    events.close();
  }

  @Test
  void whoDoesNotReadIsToldAndCutAndOthersAreNotHeldUp() throws Exception {
    Events well = Events.of(door, "?prefix=");
    CompletableFuture<Boolean> all = OpenDoor.aside(() -> hears(well, 1_500));
    try (Socket slow = new Socket()) {
      slow.setReceiveBufferSize(4_096);
      slow.setSoTimeout(20_000);
      slow.connect(new InetSocketAddress("127.0.0.1", door.port()));
      Raw.send(slow, "GET /v1/watch?prefix= HTTP/1.1\r\nHost: localhost\r\n\r\n");
      String value = "x".repeat(4_000);
      String lease = door.acquire("a").text("leaseId");
      for (int round = 0; round < 1_500; round++) {
        door.send("PUT", "/v1/leases/" + lease + "/value", "{\"value\":\"" + value + "\"}");
      }
      String read = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(read.contains("event: goaway\ndata: {\"type\":\"urn:tenure:problem:busy\""));
      assertTrue(read.endsWith("\r\n0\r\n\r\n"), "an orderly end");
    }
    assertTrue(all.get(20, TimeUnit.SECONDS));
    well.close();
  }

  private static boolean hears(Events events, int values) {
    try {
      for (int value = 0; value < values; value++) {
        if (events.nextIfAny("valued") == null) {
          return false;
        }
      }
      return true;
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  @Test
  void whenTheDoorClosesWhoWatchesIsToldToGo() throws Exception {
    Events events = Events.of(door, "?key=a");
    OpenDoor.get(door.door.close());
    Events.Seen last = events.next();

    assertEquals("goaway", last.name());
    assertEquals("UNAVAILABLE", last.data().get("code"));
    assertNull(events.nextIfAny());
  }
}

package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Operation;
import io.tenure.door.Caller.Protocol;
import io.tenure.door.Teller.Answer;
import io.tenure.door.http.HttpTeller;
import io.tenure.door.http.OpenDoor;
import io.tenure.door.http.SseTeller;
import io.tenure.door.ws.CompactTeller;
import io.tenure.door.ws.StreamLimits;
import io.tenure.door.ws.StreamTeller;
import io.tenure.machine.RealMachine;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checks that every protocol gives the same results in the same stories. */
@RealMachine
final class DoorStoriesTest {

  /** The protocols and forms in which the stories run. */
  enum Way {
    HTTP(Protocol.HTTP) {
      @Override
      Teller open() {
        return new HttpTeller(door);
      }
    },
    SSE(Protocol.HTTP) {
      @Override
      Teller open() {
        return new SseTeller(door);
      }
    },
    JSON_STREAM(Protocol.STREAM) {
      @Override
      Teller open() throws Exception {
        return new StreamTeller(door);
      }
    },
    BINARY_STREAM(Protocol.STREAM) {
      @Override
      Teller open() throws Exception {
        return new CompactTeller(door);
      }
    };

    private final Protocol protocol;

    Way(Protocol protocol) {
      this.protocol = protocol;
    }

    abstract Teller open() throws Exception;
  }

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
  void everyProtocolOfClientsHasATeller() {
    Set<Protocol> told = EnumSet.noneOf(Protocol.class);
    for (Way way : Way.values()) {
      told.add(way.protocol);
    }

    // The pages and the server itself acquire nothing.
    assertEquals(EnumSet.complementOf(EnumSet.of(Protocol.PAGES, Protocol.NONE)), told);
  }

  @ParameterizedTest
  @EnumSource
  void aKeyHasOneOwnerAndALaterOneHasALargerToken(Way way) throws Exception {
    try (Teller teller = way.open()) {
      String key = way + "/owner";
      Answer first = teller.acquire(key, "anna");
      Answer refused = teller.acquire(key, "ben");
      Answer released = teller.ask(Operation.RELEASE, Teller.lease(first));
      Answer second = teller.acquire(key, "ben");

      assertEquals(201, first.status());
      assertEquals(409, refused.status());
      assertEquals("HELD", refused.code());
      assertEquals("anna", refused.text("holder"));
      assertEquals(first.number("token"), refused.number("token"));
      assertEquals(200, released.status());
      assertEquals(201, second.status());
      assertTrue(second.number("token") > first.number("token"));
      assertEquals(List.of("RELEASED"), teller.renew(List.of(first.text("leaseId"))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSameRequestHasItsEffectOnce(Way way) throws Exception {
    try (Teller teller = way.open()) {
      String wish = Teller.wish(way + "/once", "anna", "30s") + ",'requestId':'" + way + "'";
      Answer first = teller.ask(Operation.ACQUIRE, wish);
      Answer again = teller.ask(Operation.ACQUIRE, wish);
      teller.ask(Operation.RELEASE, Teller.lease(first));
      Answer late = teller.ask(Operation.ACQUIRE, wish);

      assertEquals(201, first.status());
      assertEquals(200, again.status());
      assertEquals(first.text("leaseId"), again.text("leaseId"));
      assertEquals(409, late.status());
      assertEquals("REQUEST_CONSUMED", late.code());
    }
  }

  @ParameterizedTest
  @EnumSource
  void whoWaitsIsGrantedWhenTheHolderLetsGo(Way way) throws Exception {
    try (Teller holder = way.open();
        Teller waiter = way.open()) {
      String key = way + "/wait";
      Answer held = holder.acquire(key, "anna");
      Supplier<Answer> waits =
          waiter.begin(Operation.ACQUIRE, Teller.wish(key, "ben", "30s") + ",'wait':'1m'");
      OpenDoor.until(
          () -> holder.ask(Operation.LOOK, "'key':'" + key + "'").number("waiters") == 1);

      holder.ask(Operation.RELEASE, Teller.lease(held));

      Answer granted = waits.get();
      assertEquals(201, granted.status());
      assertEquals("ben", granted.text("holder"));
    }
  }

  /** All protocols at once, because a ttl that survives a short pause of the machine is long. */
  @Test
  void aLeaseThatIsRenewedOutlivesItsTtlAndEndsWithoutIt() throws Exception {
    Map<Teller, Answer> held = new LinkedHashMap<>();
    for (Way way : Way.values()) {
      Teller teller = way.open();
      held.put(teller, teller.ask(Operation.ACQUIRE, Teller.wish(way + "/live", "anna", "2s")));
    }
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(2_400)) {
      held.forEach(
          (teller, granted) ->
              assertEquals(List.of("RENEWED"), teller.renew(List.of(granted.text("leaseId")))));
    }
    for (Teller teller : held.keySet()) {
      Answer granted = held.get(teller);
      assertEquals("EXPIRED", teller.ending(granted));
      assertEquals(List.of("EXPIRED"), teller.renew(List.of(granted.text("leaseId"))));
      teller.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatAnOperatorBreaksIsOver(Way way) throws Exception {
    try (Teller teller = way.open()) {
      String key = way + "/broken";
      Answer granted = teller.acquire(key, "anna");

      assertEquals(
          200, teller.ask(Operation.BREAK, "'key':'" + key + "','reason':'upkeep'").status());

      assertEquals("BROKEN", teller.ending(granted));
      assertEquals(List.of("BROKEN"), teller.renew(List.of(granted.text("leaseId"))));
      Answer none = teller.ask(Operation.BREAK, "'key':'" + key + "'");
      assertEquals(404, none.status());
      assertEquals("NOT_HELD", none.code());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKeyIsHandedOnUnderANewToken(Way way) throws Exception {
    try (Teller teller = way.open()) {
      Answer granted = teller.acquire(way + "/handed", "anna");
      Answer handed = teller.ask(Operation.TRANSFER, Teller.lease(granted) + ",'holder':'ben'");

      assertEquals(200, handed.status());
      assertEquals("ben", handed.text("holder"));
      assertTrue(handed.number("token") > granted.number("token"));
      assertEquals(
          List.of("RELEASED", "RENEWED"),
          teller.renew(List.of(granted.text("leaseId"), handed.text("leaseId"))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void manyAreRenewedTogetherAndADeadOneHarmsNoOther(Way way) throws Exception {
    try (Teller teller = way.open()) {
      List<Answer> granted =
          IntStream.range(0, 300)
              .mapToObj(at -> teller.acquire(way + "/many/" + at, "anna"))
              .toList();
      teller.ask(Operation.RELEASE, Teller.lease(granted.get(7)));

      List<String> renewed =
          teller.renew(granted.stream().map(one -> one.text("leaseId")).toList());

      for (int at = 0; at < renewed.size(); at++) {
        assertEquals(at == 7 ? "RELEASED" : "RENEWED", renewed.get(at), "number " + at);
      }
      assertEquals(300, renewed.size());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSessionKeepsItsLeasesAndEndsThem(Way way) throws Exception {
    try (Teller teller = way.open()) {
      Answer session = teller.ask(Operation.OPEN_SESSION, "'holder':'anna','ttl':'30s'");
      String id = session.text("sessionId");
      Answer granted =
          teller.ask(
              Operation.ACQUIRE,
              "'key':'" + way + "/session','holder':'anna','session':'" + id + "'");
      assertEquals(201, session.status());
      assertEquals(201, granted.status());
      assertEquals("RENEWED", teller.keepAlive(id));
      assertEquals(List.of("SESSION_BOUND"), teller.renew(List.of(granted.text("leaseId"))));

      assertEquals(200, teller.ask(Operation.CLOSE_SESSION, "'sessionId':'" + id + "'").status());

      assertEquals("RELEASED", teller.ending(granted));
      assertEquals("RELEASED", teller.keepAlive(id));
    }
  }

  @ParameterizedTest
  @EnumSource
  void slotsHaveANumberEach(Way way) throws Exception {
    try (Teller teller = way.open()) {
      Answer one =
          teller.ask(Operation.ACQUIRE, Teller.wish(way + "/slots", "a", "30s") + ",'slots':2");
      Answer two =
          teller.ask(Operation.ACQUIRE, Teller.wish(way + "/slots", "b", "30s") + ",'slots':2");
      Answer full =
          teller.ask(Operation.ACQUIRE, Teller.wish(way + "/slots", "c", "30s") + ",'slots':2");

      assertNotEquals(one.number("slot"), two.number("slot"));
      assertEquals("HELD", full.code());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFenceOnlyEverRises(Way way) throws Exception {
    try (Teller teller = way.open()) {
      String fence = "'fence':'" + way + "'";
      assertEquals(200, teller.ask(Operation.RAISE_FENCE, fence + ",'token':7").status());
      Answer fenced = teller.ask(Operation.RAISE_FENCE, fence + ",'token':6");

      assertEquals(409, fenced.status());
      assertEquals("FENCED", fenced.code());
      assertEquals(7, teller.ask(Operation.READ_FENCE, fence).number("token"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void mistakesAreRefusedByName(Way way) throws Exception {
    try (Teller teller = way.open()) {
      Answer unknown = teller.ask(Operation.ACQUIRE, Teller.wish("a", "anna", "30s") + ",'tll':1");
      Answer missing = teller.ask(Operation.ACQUIRE, "'key':'a','holder':'anna'");
      Answer tooShort = teller.ask(Operation.ACQUIRE, Teller.wish("a", "anna", "1ms"));

      assertEquals(List.of(400, 400, 400), statuses(unknown, missing, tooShort));
      assertEquals(
          List.of("tll", "ttl", "ttl"),
          List.of(unknown.text("field"), missing.text("field"), tooShort.text("field")));
      assertEquals(
          List.of("NOT_FOUND"), teller.renew(List.of("AAcAAAA5EjRWABEiM0RVZneImaq7zN3u_w")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWatcherIsToldWhatHappensInOrder(Way way) throws Exception {
    try (Teller teller = way.open()) {
      String key = way + "/watched";
      Supplier<String> told = teller.watch(key);
      Answer granted = teller.acquire(key, "anna");
      assertEquals("granted anna", told.get());
      teller.ask(Operation.VALUE, Teller.lease(granted) + ",'value':'v'");
      assertEquals("valued anna", told.get());
      teller.ask(Operation.TRANSFER, Teller.lease(granted) + ",'holder':'ben'");
      assertEquals("transferred anna", told.get());
      assertEquals("granted ben", told.get());
      teller.ask(Operation.BREAK, "'key':'" + key + "'");
      assertEquals("broken ben", told.get());
    }
  }

  private static List<Integer> statuses(Answer... answers) {
    return List.of(answers).stream().map(Answer::status).toList();
  }
}

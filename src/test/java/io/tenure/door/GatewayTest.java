package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.door.http.OpenDoor;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.vertx.core.net.SocketAddress;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks which operations the gateway admits, and what an admission lets through. */
final class GatewayTest {

  private static final Caller ANN = Caller.http(SocketAddress.inetSocketAddress(1, "10.0.0.1"));
  private static final Key KEY = Key.of("a");
  private static final OperatorRequest.Break BREAK =
      new OperatorRequest.Break(KEY, 0, 0, "upkeep", null);

  private static final Follower DEAF =
      new Follower() {
        @Override
        public void next(WatchUpdate notice) {}

        @Override
        public void cut() {}
      };

  private final List<String> audited = new CopyOnWriteArrayList<>();
  private final OperatorAudit audit =
      new OperatorAudit() {
        @Override
        public void acted(Caller caller, OperatorRequest request, CallResult answer) {
          audited.add(caller.from() + " " + request.operation() + " " + answer.outcome());
        }

        @Override
        public void forbade(Caller caller, Operation operation, String name) {
          audited.add(caller.from() + " may not " + operation + " " + name);
        }
      };

  private final List<OpenDoor> opened = new ArrayList<>();

  private Gateway open(boolean breaking) throws Exception {
    OpenDoor door = new OpenDoor(GatewayOptions.DEFAULT.withBreaking(breaking).withAudit(audit));
    opened.add(door);
    return door.gateway;
  }

  @AfterEach
  void close() throws Exception {
    for (OpenDoor door : opened) {
      door.close();
    }
  }

  @Test
  void theAuditHearsWhichCallerActed() throws Exception {
    Gateway gateway = open(true);

    OpenDoor.get(gateway.admit(ANN, Operation.BREAK, "a").ask(BREAK).answer());
    OpenDoor.get(gateway.admit(ANN, Operation.LOOK, "a").ask(new Request.Look(KEY)).answer());

    assertEquals(List.of(ANN.from() + " BREAK NOT_HELD"), audited);
  }

  @Test
  void whatOperatorsMayNotDoIsNotAdmitted() throws Exception {
    Gateway gateway = open(false);

    for (Operation operation : Operation.values()) {
      Outcome expected = operation.permission().isOperators() ? Outcome.FORBIDDEN : Outcome.DONE;
      assertEquals(expected, admitted(gateway, operation), operation.name());
    }
    assertTrue(audited.contains(ANN.from() + " may not BREAK a"), audited.toString());
  }

  @Test
  void whileTheServerStopsNoOperationBeginsButItsHealthAndMetricsAreTold() throws Exception {
    Gateway gateway = open(true);
    assertFalse(gateway.draining());
    gateway.drain();

    assertTrue(gateway.draining());
    for (Operation operation : Operation.values()) {
      boolean watches = operation == Operation.HEALTH || operation == Operation.METRICS;
      Outcome expected = watches ? Outcome.DONE : Outcome.UNAVAILABLE;
      assertEquals(expected, admitted(gateway, operation), operation.name());
    }
  }

  @Test
  void whatWasAdmittedGoesOnWhileTheServerStops() throws Exception {
    Gateway gateway = open(true);
    AdmittedOperation acquiring = gateway.admit(ANN, Operation.ACQUIRE, "a");
    AdmittedOperation listing = gateway.admit(ANN, Operation.LIST, "");
    AdmittedOperation watching = gateway.admit(ANN, Operation.WATCH, "");
    AdmittedOperation renewing = gateway.admit(ANN, Operation.RENEW_MANY, "");
    gateway.drain();

    Request.Acquire wish = AcquireBuilder.of(KEY, "ann").ttl(30_000).build();
    Reply.Granted granted = (Reply.Granted) reply(acquiring.ask(wish));
    int shard = listing.shardOf(KEY);
    assertEquals(shard, listing.shardOf(granted.lease()));
    assertTrue(shard < listing.shards());
    PerShardReply.Page page =
        (PerShardReply.Page) reply(listing.ask(shard, new PerShardRequest.Browse("", 0, 9)));
    assertEquals(KEY, page.keys().get(0).key());
    PerShardRequest.Watch all = new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW);
    assertNotNull((PerShardReply.Watching) reply(watching.watch(shard, all, DEAF)));
    assertTrue(renewed(renewing, granted.lease()) > 0);

    acquiring.letGo(wish, granted);
    OpenDoor.until(() -> holders(watching) == 0);
  }

  @Test
  void anAdmissionLetsThroughNothingThatIsNoPartOfIt() throws Exception {
    Gateway gateway = open(true);
    AdmittedOperation health = gateway.admit(ANN, Operation.HEALTH, "");
    AdmittedOperation releasing = gateway.admit(ANN, Operation.RELEASE, "");
    PerShardRequest.Watch all = new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW);
    Reply dropped = new Reply.FenceMark(1);

    assertEquals(health.shards(), health.serving());
    assertEquals(health.shards(), health.reports().size());
    assertThrows(IllegalStateException.class, () -> health.ask(BREAK));
    assertThrows(IllegalStateException.class, () -> health.ask(new Request.Look(KEY)));
    assertThrows(IllegalStateException.class, () -> health.watch(0, all, DEAF));
    assertThrows(
        IllegalStateException.class, () -> health.ask(0, new PerShardRequest.Browse("", 0, 1)));
    assertThrows(IllegalStateException.class, () -> health.letGo(new Request.Look(KEY), dropped));
    assertThrows(IllegalStateException.class, health::meters);
    assertThrows(IllegalStateException.class, health::renewals);
    assertThrows(IllegalStateException.class, releasing::reports);
    assertThrows(IllegalStateException.class, releasing::serving);
    assertNotNull(gateway.admit(ANN, Operation.METRICS, "").meters());
    assertSame(ANN, health.caller());
    assertEquals(Operation.HEALTH, health.operation());
    assertEquals(List.of(), audited);
  }

  @Test
  void aMistakeOfTheServerIsToldWithoutDetails() throws Exception {
    List<Throwable> mistakes = new ArrayList<>();
    OpenDoor door = new OpenDoor(GatewayOptions.DEFAULT);
    opened.add(door);
    Gateway gateway = new Gateway(door.router, GatewayOptions.DEFAULT.withMistakes(mistakes::add));
    RuntimeException mistake = new IllegalStateException("secret");
    Problem told = gateway.problem(mistake);

    assertEquals(Outcome.INTERNAL, told.code());
    assertFalse(told.detail().contains("secret"));
    assertEquals(List.of(mistake), mistakes);
    assertSame(
        ServerStoppingProblems.REQUEST,
        gateway.problem(new ProblemException(ServerStoppingProblems.REQUEST)));
    assertSame(RequestLog.NONE, gateway.requests());
  }

  @Test
  void aResultThatIsNoReplyIsAProblem() throws Exception {
    Gateway gateway = open(true);
    OperatorRequest.EndQuarantine end = new OperatorRequest.EndQuarantine(0, "why");

    Problem elsewhere =
        Objects.requireNonNull(gateway.problem(end, new CallResult.Elsewhere()), "no problem");
    assertTrue(elsewhere.detail().contains("owns shard 0"), elsewhere.detail());
    assertNull(gateway.problem(new Request.Look(KEY), new CallResult.Said(new Reply.FenceMark(1))));
  }

  /** Only what is listed here may be asked without an admission: it reaches no shard. */
  @Test
  void nothingElseOfTheGatewayIsPublic() {
    assertEquals(
        new TreeSet<>(Set.of("admit", "drain", "draining", "problem", "requests")),
        names(Gateway.class));
    assertEquals(0, AdmittedOperation.class.getConstructors().length);
    assertEquals(
        new TreeSet<>(
            Set.of(
                "ask",
                "caller",
                "letGo",
                "meters",
                "operation",
                "renewals",
                "reports",
                "serving",
                "shardOf",
                "shards",
                "watch")),
        names(AdmittedOperation.class));
  }

  private static Set<String> names(Class<?> type) {
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Outcome admitted(Gateway gateway, Operation operation) {
    try {
      gateway.admit(ANN, operation, "a");
      return Outcome.DONE;
    } catch (ProblemException refused) {
      return refused.problem().code();
    }
  }

  private static Reply reply(Call call) throws Exception {
    return ResultProblems.reply(OpenDoor.get(call.answer()));
  }

  private static int holders(AdmittedOperation watching) {
    try {
      return ((Reply.KeyState) reply(watching.ask(new Request.Look(KEY)))).holders().size();
    } catch (Exception failed) {
      throw new AssertionError(failed);
    }
  }

  private static long renewed(AdmittedOperation renewing, LeaseId lease) throws Exception {
    CompletableFuture<Void> answered = new CompletableFuture<>();
    RenewalBatch batch = new RenewalBatch(() -> answered.complete(null));
    batch.add(
        lease.shard(),
        lease.row(),
        lease.generation(),
        lease.secretHigh(),
        lease.secretLow(),
        false);
    renewing.renewals().accept(batch);
    answered.get(20, TimeUnit.SECONDS);
    return batch.result(0);
  }
}

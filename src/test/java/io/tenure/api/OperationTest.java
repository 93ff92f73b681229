package io.tenure.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the properties of the operations agree with the requests of these operations. */
class OperationTest {

  private static final LeaseId ID = new LeaseId(1, 2, 3, 4, 5);
  private static final Key KEY = Key.of("a");

  /** One request of each kind. */
  private static final List<Request> REQUESTS =
      List.of(
          AcquireBuilder.of(KEY, "ann").ttl(1_000).build(),
          Request.Renew.one(ID),
          new Request.Release(ID),
          new Request.Transfer(ID, null, null),
          new Request.SetValue(ID, null, null),
          new Request.Inspect(ID),
          new Request.Look(KEY),
          new OperatorRequest.Break(KEY, 0, 0, "", null),
          new Request.OpenSession("ann", 1_000, null),
          new Request.KeepAlive(ID),
          new Request.CloseSession(ID),
          new Request.InspectSession(ID),
          new Request.RaiseFence("f", 1),
          new Request.ReadFence("f"),
          new OperatorRequest.DropFence("f", 1),
          new OperatorRequest.EndQuarantine(0, "why"),
          new PerShardRequest.Browse("", 0, 1),
          new PerShardRequest.Watch(null, "", PerShardRequest.FROM_NOW),
          new PerShardRequest.Unwatch(1),
          new PerShardRequest.Withdraw(1),
          new PerShardRequest.Query.Find("", "", "", 0, 1),
          new PerShardRequest.Query.LookAll(List.of(KEY)),
          new PerShardRequest.Query.Soonest(1),
          new PerShardRequest.Query.Recall(KEY),
          new PerShardRequest.Query.BrowseSessions(0, 1),
          new PerShardRequest.Query.Kept(ID, 1));

  /** The way in which each kind of request finds its shard. */
  private static final Map<Class<?>, RoutedBy> ROUTES =
      Map.of(
          Request.ForKey.class, RoutedBy.KEY,
          Request.ForLease.class, RoutedBy.LEASE_ID,
          Request.ForSession.class, RoutedBy.SESSION,
          Request.ForFence.class, RoutedBy.FENCE);

  @Test
  void everyKindOfRequestIsAmongThem() {
    assertEquals(
        kinds(Request.class).collect(Collectors.toSet()),
        REQUESTS.stream().map(Object::getClass).collect(Collectors.toSet()));
  }

  private static Stream<Class<?>> kinds(Class<?> of) {
    return of.isSealed()
        ? Arrays.stream(of.getPermittedSubclasses()).flatMap(OperationTest::kinds)
        : Stream.of(of);
  }

  @Test
  void aRequestIsRoutedAsItsOperationSays() {
    for (Request request : REQUESTS) {
      RoutedBy said = request.operation().routedBy();
      ROUTES.forEach(
          (kind, route) -> {
            if (kind.isInstance(request)) {
              assertEquals(route, said, request.toString());
            }
          });
      assertEquals(request instanceof Request.Routed, said.isOneShard(), request.toString());
    }
  }

  @Test
  void everyOperationThatOneShardAnswersHasARequest() {
    Set<Operation> asked = REQUESTS.stream().map(Request::operation).collect(Collectors.toSet());

    for (Operation operation : Operation.values()) {
      assertTrue(asked.contains(operation) || !operation.routedBy().isOneShard(), operation.name());
    }
  }

  @Test
  void whatOperatorsDoIsARequestOfTheirs() {
    for (Request request : REQUESTS) {
      assertEquals(
          request instanceof OperatorRequest,
          request.operation().permission().isOperators(),
          request.toString());
    }
  }

  @Test
  void theFieldInTheAddressIsOneOfTheOperation() {
    for (Operation operation : Operation.ofWire()) {
      String field = operation.http().field();
      assertTrue(field == null || operation.fields().contains(field), operation.name());
    }
  }

  @Test
  void whatOnlyTheServerAsksHasNoName() {
    assertNull(Operation.of(Operation.QUERY.spelling()));
    for (Operation operation : Operation.ofWire()) {
      assertEquals(operation, Operation.of(operation.spelling()));
    }
  }
}

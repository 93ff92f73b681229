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

  private static final List<Request> REQUESTS = EachRequest.ALL;

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
      assertEquals(request instanceof Request.Routed, isOneShard(said), request.toString());
    }
  }

  private static boolean isOneShard(RoutedBy route) {
    return route != RoutedBy.ALL_SHARDS && route != RoutedBy.NONE;
  }

  @Test
  void everyOperationThatOneShardAnswersHasARequest() {
    Set<Operation> asked = REQUESTS.stream().map(Request::operation).collect(Collectors.toSet());

    for (Operation operation : Operation.values()) {
      assertTrue(asked.contains(operation) || !isOneShard(operation.routedBy()), operation.name());
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
  void whatGivesUpALeaseNamesIt() {
    for (Request request : REQUESTS) {
      LeaseId givenUp = request.operation().givesUpLease() ? EachRequest.LEASE : null;
      assertEquals(givenUp, request.lettingGo(), request.toString());
    }
  }

  @Test
  void whatBeginsOrGivesUpALeaseWritesAndWhatExtendsOneDoesNot() {
    for (Operation operation : Operation.values()) {
      boolean touches = operation.beginsLease() || operation.givesUpLease();
      assertTrue(!touches || operation.writes(), operation.name());
      assertTrue(!operation.extendsTenures() || !operation.writes(), operation.name());
    }
  }

  @Test
  void whatExtendsTenuresIsHeardWithoutNumbers() {
    for (Operation operation : Operation.values()) {
      assertTrue(!operation.extendsTenures() || operation.isHeardUnready(), operation.name());
    }
  }

  @Test
  void aRequestWithAWaitSaysWhetherItWaits() throws NoSuchMethodException {
    for (Request request : REQUESTS) {
      Class<?> says = request.getClass().getMethod("waits").getDeclaringClass();
      assertEquals(
          request.operation().fields().contains("wait"),
          says == request.getClass(),
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
    for (Operation inside :
        List.of(Operation.QUERY, Operation.DASHBOARD, Operation.METRICS, Operation.HEALTH)) {
      assertNull(Operation.of(inside.spelling()));
    }
    for (Operation operation : Operation.ofWire()) {
      assertEquals(operation, Operation.of(operation.spelling()));
    }
  }
}

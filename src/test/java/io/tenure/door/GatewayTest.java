package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.Key;
import io.tenure.api.Operation;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.Request;
import io.tenure.door.http.OpenDoor;
import io.tenure.shard.call.CallResult;
import io.tenure.wire.Problem;
import io.tenure.wire.ProblemException;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks which requests the gateway passes to the shards, and what the audit records of them. */
final class GatewayTest {

  private static final Caller ANN = Caller.http(SocketAddress.inetSocketAddress(1, "10.0.0.1"));
  private static final OperatorRequest.Break BREAK =
      new OperatorRequest.Break(Key.of("a"), 0, 0, "upkeep", null);

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
    OpenDoor door = new OpenDoor(GatewayOptions.STANDARD.withBreaking(breaking).withAudit(audit));
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
    assertNull(gateway.refusal(ANN, Operation.BREAK, "a"));

    OpenDoor.get(gateway.ask(ANN, BREAK).answer());
    OpenDoor.get(gateway.ask(ANN, new Request.Look(Key.of("a"))).answer());

    assertEquals(List.of(ANN.from() + " BREAK NOT_HELD"), audited);
  }

  @Test
  void whatOperatorsMayNotDoPassesNeitherWay() throws Exception {
    Gateway gateway = open(false);

    for (Operation operation : Operation.values()) {
      Problem refused = gateway.refusal(ANN, operation, "a");
      assertEquals(operation.permission().isOperators(), refused != null, operation.name());
    }
    Problem thrown = assertThrows(ProblemException.class, () -> gateway.ask(ANN, BREAK)).problem();

    assertEquals(Outcome.FORBIDDEN, thrown.code());
    assertTrue(audited.contains(ANN.from() + " may not BREAK a"), audited.toString());
  }

  @Test
  void whileTheServerStopsNoOperationBegins() throws Exception {
    Gateway gateway = open(true);
    gateway.drain();

    for (Operation operation : Operation.values()) {
      Problem refused = Objects.requireNonNull(gateway.refusal(ANN, operation, "a"));
      assertEquals(Outcome.UNAVAILABLE, refused.code(), operation.name());
    }
  }
}

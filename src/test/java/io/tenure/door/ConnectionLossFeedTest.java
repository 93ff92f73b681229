package io.tenure.door;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Operation;
import io.tenure.api.Outcome;
import io.tenure.api.Reply;
import io.tenure.api.Validity;
import io.tenure.door.http.OpenDoor;
import io.tenure.server.Nobody;
import io.tenure.wire.Problem;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Checks which leases a connection has in its index, and that the index is empty after its end. */
final class ConnectionLossFeedTest {

  private static final int ANSWERS = 1_000;

  private final ConnectionLossFeed leases = Unheard.leases();

  private static void answered(ConnectionLossFeed leases, int number) {
    leases.renewed(lease(number), number, null);
  }

  /**
   * Grants a lease with a token beyond all that the shard knows, so that the lease is in no doubt.
   */
  private static void granted(ConnectionLossFeed leases, int number) {
    Key key = Key.of("k/" + number);
    Validity validity = new Validity(30_000, 30_000);
    long token = (1L << 60) + number;
    leases.answered(
        AcquireBuilder.of(key, "ann").ttl(30_000).build(),
        new Reply.Granted(lease(number), new Holding(key, "ann", token, -1), validity, null, false),
        null);
  }

  private static LeaseId lease(int number) {
    return new LeaseId(0, number, number, number, number);
  }

  @Test
  void anAnswerThatComesBehindTheEndOfItsStreamKeepsNothing() {
    leases.forgetAll();

    for (int at = 1; at <= ANSWERS; at++) {
      int number = at;
      assertDoesNotThrow(() -> answered(leases, number));
    }
  }

  @Test
  void whatIsForgottenHoldsNothingThatIsKept() throws Exception {
    OpenDoor door = OpenDoor.ofShards(1, 16);
    Vertx vertx = Vertx.vertx();
    try {
      Context context = vertx.getOrCreateContext();
      CompletableFuture<LossSubscription> forgotten = new CompletableFuture<>();
      context.runOnContext(
          begun -> {
            LossNotifier losses =
                new LossNotifier(
                    vertx, context, door.gateway.admit(Caller.SERVER, Operation.WATCH, ""));
            ConnectionLossFeed present =
                new ConnectionLossFeed(losses, Nobody.as(ConnectionLossFeed.Outlet.class));
            for (int number = 1; number <= 3; number++) {
              granted(present, number);
            }
            LossSubscription middle = losses.find(present, lease(2));
            present.renewed(lease(2), 0, Problem.of(Outcome.EXPIRED, "over"));
            present.forgetAll();
            forgotten.complete(middle);
          });
      LossSubscription middle = forgotten.get(20, TimeUnit.SECONDS);
      assertNull(middle.before);
      assertNull(middle.after);
    } finally {
      vertx.close();
      door.close();
    }
  }

  /**
   * Checks that a failed report does not stop the reports after it; without an outbox each one
   * fails.
   */
  @Test
  void whereOneCannotBeToldThoseBehindItAre() throws Exception {
    OpenDoor door = OpenDoor.ofShards(1, 16);
    Vertx vertx = Vertx.vertx();
    try {
      Context context = vertx.getOrCreateContext();
      CountDownLatch failed = new CountDownLatch(2);
      context.exceptionHandler(thrown -> failed.countDown());
      context.runOnContext(
          begun -> {
            LossNotifier losses =
                new LossNotifier(
                    vertx, context, door.gateway.admit(Caller.SERVER, Operation.WATCH, ""));
            for (int number = 1; number <= 2; number++) {
              ConnectionLossFeed present =
                  new ConnectionLossFeed(losses, Nobody.as(ConnectionLossFeed.Outlet.class));
              granted(present, number);
              LossSubscription lease = Objects.requireNonNull(losses.find(present, lease(number)));
              present.lost(lease, Outcome.BROKEN, "");
            }
          });
      assertTrue(failed.await(20, TimeUnit.SECONDS));
    } finally {
      vertx.close();
      door.close();
    }
  }

  @Test
  void anAnswerBeforeItKeepsItsLease() {
    assertThrows(NullPointerException.class, () -> answered(leases, 1));
  }
}

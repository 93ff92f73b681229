package io.tenure.door.ws;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.Nobody;
import io.tenure.core.Handle;
import io.tenure.core.Key;
import io.tenure.core.Reply;
import io.tenure.core.Request;
import io.tenure.core.Term;
import io.tenure.door.http.OpenDoor;
import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What a stream keeps, and that it keeps nothing when it is gone. */
final class KeepingTest {

  private static final int ANSWERS = 1_000;

  private final Keeping keeping = Unheard.keeping();

  private static void answered(Keeping keeping, int number) {
    keeping.renewed(lease(number), number, null);
  }

  /** With a token that no shard has heard of yet: so nobody doubts it. */
  private static void granted(Keeping keeping, int number) {
    Key key = Key.of("k/" + number);
    Term term = new Term(30_000, 30_000);
    long token = (1L << 60) + number;
    keeping.answered(
        Request.Acquire.of(key, "ann").ttl(30_000).build(),
        new Reply.Granted(lease(number), key, "ann", token, term, -1, null, false),
        null);
  }

  private static Handle lease(int number) {
    return new Handle(0, number, number, number, number);
  }

  @Test
  void anAnswerThatComesBehindTheEndOfItsStreamKeepsNothing() {
    keeping.forgetAll();

    for (int at = 1; at <= ANSWERS; at++) {
      int number = at;
      assertDoesNotThrow(() -> answered(keeping, number));
    }
  }

  @Test
  void whatIsForgottenHoldsNothingThatIsKept() throws Exception {
    OpenDoor door = OpenDoor.ofShards(1, 16);
    Vertx vertx = Vertx.vertx();
    try {
      Context context = vertx.getOrCreateContext();
      CompletableFuture<Kept> forgotten = new CompletableFuture<>();
      context.runOnContext(
          begun -> {
            Losses losses = new Losses(vertx, context, door.leases);
            Keeping present = new Keeping(losses, Nobody.as(Outbox.class));
            for (int number = 1; number <= 3; number++) {
              granted(present, number);
            }
            Kept middle = losses.find(present, lease(2));
            present.renewed(lease(2), 0, Problem.of(ErrorCode.EXPIRED, "over"));
            present.forgetAll();
            forgotten.complete(middle);
          });
      Kept middle = forgotten.get(20, TimeUnit.SECONDS);
      assertNull(middle.before);
      assertNull(middle.after);
    } finally {
      vertx.close();
      door.close();
    }
  }

  /** Without an outbox each of them fails. */
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
            Losses losses = new Losses(vertx, context, door.leases);
            for (int number = 1; number <= 2; number++) {
              Keeping present = new Keeping(losses, Nobody.as(Outbox.class));
              granted(present, number);
              Kept kept = Objects.requireNonNull(losses.find(present, lease(number)));
              present.lost(kept, ErrorCode.BROKEN, "");
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
    assertThrows(NullPointerException.class, () -> answered(keeping, 1));
  }
}

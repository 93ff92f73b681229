package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.loop.Clock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Checks on real event loops that a lease is released when its caller has gone. */
final class LettingGoTest {

  private static final Key KEY = Key.of("a");

  private final Vertx vertx = Vertx.vertx();
  private final TestStores stores = new TestStores(1);
  private final ShardRouter router =
      get(
          ShardRouter.deploy(
              vertx,
              1,
              new ShardSettings(
                  Stage.rules(Stage.OWNERSHIP_MILLIS, false).limits(),
                  "me",
                  io.tenure.store.LeaseStore.FOR_EVER,
                  false,
                  300),
              stores,
              Clock.SYSTEM,
              ShardListener.NONE));

  @AfterEach
  void close() {
    get(vertx.close());
  }

  private Reply.Granted granted(Request.Acquire request) {
    CallResult answer = get(router.ask(0, request).answer());
    while (answer instanceof CallResult.Elsewhere) {
      answer =
          get(vertx.timer(5, TimeUnit.MILLISECONDS).compose(t -> router.ask(0, request).answer()));
    }
    return assertInstanceOf(
        Reply.Granted.class, assertInstanceOf(CallResult.Said.class, answer).reply());
  }

  private int holders() {
    CallResult answer = get(router.ask(0, new Request.Look(KEY)).answer());
    return answer instanceof CallResult.Said said && said.reply() instanceof Reply.KeyState state
        ? state.holders().size()
        : -1;
  }

  private void mood(TestStore.Mood mood) {
    stores.of(0).mood = mood;
  }

  private void awaitNoHolder() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    int holders = holders();
    while (holders != 0 && System.nanoTime() < until) {
      get(vertx.timer(20, TimeUnit.MILLISECONDS));
      holders = holders();
    }
    assertEquals(0, holders);
  }

  @Test
  void thoughTheStoreIsUnavailableForLongerThanOneReleaseWaits() {
    Request.Acquire asked = AcquireBuilder.of(KEY, "anna").ttl(600_000).build();
    Reply.Granted granted = granted(asked);
    mood(TestStore.Mood.AWAY);
    get(router.ask(0, new Request.SetValue(granted.lease(), null, null)).answer());
    router.letGo(asked, granted);
    get(vertx.timer(1_000, TimeUnit.MILLISECONDS));
    mood(TestStore.Mood.ANSWERS);

    awaitNoHolder();
  }

  @Test
  void alsoAfterTenThousandOthers() {
    Request.Acquire asked = AcquireBuilder.of(KEY, "anna").ttl(600_000).build();
    Reply.Granted granted = granted(asked);
    LeaseId lease = granted.lease();
    mood(TestStore.Mood.AWAY);
    get(router.ask(0, new Request.SetValue(lease, null, null)).answer());
    for (int other = 0; other < 10_000; other++) {
      LeaseId unknown = new LeaseId(0, lease.row(), lease.generation(), other, other);
      router.letGo(
          asked,
          new Reply.Granted(
              unknown, granted.holding(), granted.validity(), granted.value(), false));
    }
    router.letGo(asked, granted);
    get(vertx.timer(1_000, TimeUnit.MILLISECONDS));
    mood(TestStore.Mood.ANSWERS);

    awaitNoHolder();
  }

  @Test
  void alsoTheNewLeaseOfATransfer() {
    Reply.Granted granted = granted(AcquireBuilder.of(KEY, "anna").ttl(600_000).build());
    Request.Transfer transfer = new Request.Transfer(granted.lease(), "ben", null);
    CallResult answer = get(router.ask(0, transfer).answer());
    router.letGo(transfer, ((CallResult.Said) answer).reply());

    awaitNoHolder();
  }

  @Test
  void notWhatACallerCanAskForByItsRequestId() {
    Request.Acquire asked = AcquireBuilder.of(KEY, "anna").ttl(600_000).requestId("mine").build();
    router.letGo(asked, granted(asked));
    get(router.ask(0, new Request.ReadFence("f")).answer());

    assertEquals(1, holders());
  }

  private static <T> T get(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
  }
}

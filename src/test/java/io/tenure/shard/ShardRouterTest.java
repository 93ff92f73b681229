package io.tenure.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tenure.api.AcquireBuilder;
import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.RenewalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.LoopBounds;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks calls to shards on real event loops. */
final class ShardRouterTest {

  private static final int SHARDS = 8;

  private final Vertx vertx = Vertx.vertx();
  private ShardRouter router;

  @BeforeEach
  void deploy() throws Exception {
    router =
        get(
            ShardRouter.deploy(
                vertx,
                SHARDS,
                Stage.rules(Stage.OWNERSHIP_MILLIS, false),
                new TestStores(SHARDS),
                Clock.SYSTEM,
                ShardListener.NONE));
    get(served());
  }

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  @Test
  void everyShardIsServedAndTheKeysAreSpreadOverThem() throws Exception {
    Set<Integer> shards = new HashSet<>();
    for (int key = 0; key < 100; key++) {
      shards.add(grant("key" + key).lease().shard());
    }

    assertEquals(SHARDS, shards.size());
  }

  @Test
  void anAnswerComesBackOnTheContextOfWhoeverAsked() throws Exception {
    Context context = vertx.getOrCreateContext();
    Promise<Context> answered = Promise.promise();
    context.runOnContext(
        nothing -> ask("a").answer().onComplete(done -> answered.complete(Vertx.currentContext())));

    assertSame(context, get(answered.future()));
  }

  @Test
  void whoeverFailsToTakeAnAnswerKeepsNobodyFromTheirs() throws Exception {
    Promise<Void> others = Promise.promise();
    AtomicInteger answered = new AtomicInteger();
    Context context = vertx.getOrCreateContext();
    context.exceptionHandler(expected -> {});
    context.runOnContext(
        nothing -> {
          for (int call = 0; call < 100; call++) {
            RenewalBatch batch =
                new RenewalBatch(
                    () -> {
                      if (answered.incrementAndGet() == 100) {
                        others.complete();
                      }
                      throw new IllegalStateException("a mistake of whoever asked");
                    });
            router.renew(batch);
          }
        });

    get(others.future());
  }

  @Test
  void aBatchIsRenewedOnAllItsShardsAndADeadEntryHarmsNoOther() throws Exception {
    List<LeaseId> held = new ArrayList<>();
    for (int key = 0; key < 200; key++) {
      held.add(grant("key" + key).lease());
    }
    Promise<Void> answered = Promise.promise();
    RenewalBatch batch = new RenewalBatch(answered::complete);
    held.forEach(batch::add);
    batch.add(new LeaseId(3, 77, 1, 2, 3));
    batch.add(new LeaseId(SHARDS + 3, 77, 1, 2, 3));
    router.renew(batch);
    get(answered.future());

    for (int at = 0; at < held.size(); at++) {
      assertEquals(60_000, batch.result(at));
    }
    assertEquals(RenewalCode.NOT_FOUND, batch.result(200));
    assertEquals(RenewalCode.NOT_FOUND, batch.result(201));
  }

  @Test
  void anEmptyBatchIsAnsweredToo() throws Exception {
    Promise<Void> answered = Promise.promise();
    router.renew(new RenewalBatch(answered::complete));

    assertNull(get(answered.future()));
  }

  @Test
  void aSessionKeepsLeasesOfOtherShardsAndTakesThemWithIt() throws Exception {
    Reply.SessionOpened session =
        assertInstanceOf(
            Reply.SessionOpened.class,
            said(router.ask(0, new Request.OpenSession("anna", 60_000, null))));
    List<LeaseId> held = new ArrayList<>();
    for (int key = 0; key < 20; key++) {
      Key name = Key.of("key" + key);
      Request.Acquire under = AcquireBuilder.of(name, "anna").under(session.session()).build();
      held.add(granted(router.ask(router.shardOf(name), under)).lease());
    }
    said(router.ask(0, new Request.CloseSession(session.session())));

    for (LeaseId lease : held) {
      get(eventually(() -> inspect(lease), reply -> reply instanceof Refusal.Over));
    }
  }

  @Test
  void aFollowerHearsWhatHappensUntilItHasEnough() throws Exception {
    List<WatchUpdate> heard = new ArrayList<>();
    Promise<Void> two = Promise.promise();
    Follower follower =
        new Follower() {
          @Override
          public void next(WatchUpdate notice) {
            heard.add(notice);
            if (heard.size() == 2) {
              two.complete();
            }
          }

          @Override
          public void cut() {
            two.fail("cut");
          }
        };
    Key key = Key.of("a");
    int shard = router.shardOf(key);
    Call watch =
        router.watch(shard, new PerShardRequest.Watch(key, "", PerShardRequest.FROM_NOW), follower);
    assertInstanceOf(PerShardReply.Watching.class, said(watch));
    LeaseId lease = grant("a").lease();
    said(router.ask(shard, new Request.Release(lease)));
    get(two.future());
    watch.withdraw();

    assertInstanceOf(WatchUpdate.Happened.class, heard.get(1));
  }

  @Test
  void whoeverWaitsMayGo() throws Exception {
    grant("a");
    Key key = Key.of("a");
    Call waiting =
        router.ask(
            router.shardOf(key),
            AcquireBuilder.of(key, "bert").ttl(60_000).waiting(60_000).build());
    waiting.withdraw();

    assertInstanceOf(Refusal.Refused.class, said(waiting));
  }

  @Test
  void aFullMailboxAnswersBusyAndAllElseIsAnswered() throws Exception {
    AtomicInteger busy = new AtomicInteger();
    AtomicInteger said = new AtomicInteger();
    Promise<Void> all = Promise.promise();
    int calls = 4 * LoopBounds.REQUESTS_MAX;
    Key key = Key.of("a");
    vertx
        .getOrCreateContext()
        .runOnContext(
            nothing -> {
              for (int call = 0; call < calls; call++) {
                router
                    .ask(router.shardOf(key), new Request.Look(key))
                    .answer()
                    .onSuccess(
                        answer -> {
                          (answer instanceof CallResult.Busy ? busy : said).incrementAndGet();
                          if (busy.get() + said.get() == calls) {
                            all.complete();
                          }
                        });
              }
            });
    get(all.future());

    assertTrue(said.get() >= LoopBounds.REQUESTS_MAX);
  }

  @Test
  void whoeverLeavesServesNothingMore() throws Exception {
    get(router.leave());

    assertInstanceOf(CallResult.Elsewhere.class, get(ask("a").answer()));
    assertEquals(0, router.serving());
  }

  private Call ask(String key) {
    Key name = Key.of(key);
    return router.ask(router.shardOf(name), AcquireBuilder.of(name, "anna").ttl(60_000).build());
  }

  private Reply.Granted grant(String key) throws Exception {
    return granted(ask(key));
  }

  private static Reply.Granted granted(Call call) throws Exception {
    return assertInstanceOf(Reply.Granted.class, said(call));
  }

  private static Reply said(Call call) throws Exception {
    return assertInstanceOf(CallResult.Said.class, get(call.answer())).reply();
  }

  private Future<CallResult> inspect(LeaseId lease) {
    return router.ask(router.shardOf(lease), new Request.Inspect(lease)).answer();
  }

  private Future<Void> served() {
    Promise<Void> served = Promise.promise();
    vertx.setPeriodic(
        5,
        timer -> {
          if (router.serving() == SHARDS) {
            vertx.cancelTimer(timer);
            served.tryComplete();
          }
        });
    return served.future();
  }

  private Future<Reply> eventually(
      java.util.function.Supplier<Future<CallResult>> question,
      java.util.function.Predicate<Reply> wanted) {
    return question
        .get()
        .compose(
            answer -> {
              Reply reply = ((CallResult.Said) answer).reply();
              assertNotNull(reply);
              return wanted.test(reply)
                  ? Future.succeededFuture(reply)
                  : vertx
                      .timer(5, TimeUnit.MILLISECONDS)
                      .compose(again -> eventually(question, wanted));
            });
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }
}

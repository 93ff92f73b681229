package io.tenure.shard;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.RenewalCode;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.ShardMessage;
import io.tenure.store.LeaseStore;
import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The way to the leases of this server: finds the shard, hands the request to its loop, and brings
 * the answer back to the context that asked. May be used from any thread.
 */
public final class ShardRouter {

  /** Enough to spread over the cores of any machine, and over other nodes one by one. */
  public static final int SHARDS = 64;

  /**
   * Claimed within half a minute on a small machine. The two bytes in a leaseId would name more.
   */
  public static final int SHARDS_MAX = 4_096;

  private static final CallResult BUSY = new CallResult.Busy(100);
  private static final int WITHDRAW_AGAIN_MILLIS = 20;

  /** Doubled with each try: a store that is unavailable for a minute and a half is waited for. */
  private static final long LET_GO_AGAIN_MILLIS = 100;

  private static final int LET_GO_TRIES = 10;

  /** More at a time are tried once only: their ttl ends them. */
  private static final int LETTING_GO_MAX = 10_000;

  private record Said(int shard, ShardMessage message) implements Mail {
    @Override
    public boolean renewal() {
      return false;
    }

    @Override
    public void open(ShardLoop loop) {
      loop.shard(shard).hear(message);
    }
  }

  private record Withdrawal(Call call) implements Mail {
    @Override
    public boolean renewal() {
      return false;
    }

    @Override
    public void open(ShardLoop loop) {
      loop.shard(call.shard).withdraw(call);
    }
  }

  /** A word that finds no room is lost: it is said again. */
  private final class Local implements ShardMessenger {
    @Override
    public void tell(int shard, ShardMessage message) {
      int to = shard % loops.shards();
      loops.of(to).post(new Said(to, message));
    }

    @Override
    public boolean serves(int shard) {
      return loops.serves(shard);
    }

    @Override
    public int shards() {
      return loops.shards();
    }
  }

  private final Vertx vertx;
  private final ShardLoops loops;
  private final ShardMap map;
  private final ShardMessenger messenger = new Local();
  private final List<ShardVerticle> verticles = new ArrayList<>();
  private final Queue<CallMeter> calls = new ConcurrentLinkedQueue<>();
  private final AtomicInteger lettingGo = new AtomicInteger();
  private final ThreadLocal<ReplyDispatcher> askers = ThreadLocal.withInitial(this::newAsker);

  private ShardRouter(Vertx vertx, Clock clock, int shards) {
    this.vertx = vertx;
    loops = new ShardLoops(clock, shards);
    map = new ShardMap(shards);
  }

  /** Deploys one verticle per shard. Each claims its shard, and serves it as soon as it can. */
  public static Future<ShardRouter> deploy(
      Vertx vertx,
      int shards,
      ShardSettings settings,
      LeaseStore store,
      Clock clock,
      ShardListener listener) {
    ShardRouter router = new ShardRouter(vertx, clock, shards);
    List<Future<?>> deployed = new ArrayList<>();
    DeploymentOptions options =
        new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP);
    for (int shard = 0; shard < shards; shard++) {
      ShardVerticle verticle =
          new ShardVerticle(
              shard, settings, store, clock, router.loops, router.messenger, listener);
      router.verticles.add(verticle);
      deployed.add(vertx.deployVerticle(verticle, options));
    }
    return Future.join(deployed).map(router);
  }

  public int shards() {
    return loops.shards();
  }

  public int shardOf(Key key) {
    return map.of(key);
  }

  /** Of a thing that is no key, such as a fence. */
  public int shardOf(String name) {
    return map.of(name);
  }

  /** Of a lease or a session. */
  public int shardOf(LeaseId id) {
    return map.of(id);
  }

  public Call ask(int shard, Request request) {
    return ask(shard, request, null);
  }

  /** The watch ends when its call is withdrawn, or its follower cut. */
  public Call watch(int shard, Request.Watch request, ShardFollower follower) {
    return ask(shard, request, follower);
  }

  /**
   * The caller has gone, and {@code reply} never arrived. With a requestId it may come back for its
   * lease; without one no caller can ever know the leaseId: the lease is released.
   */
  public void letGo(Request request, Reply reply) {
    LeaseId lease = AbandonedLeases.leaseOf(request, reply);
    if (lease != null) {
      boolean persists = lettingGo.incrementAndGet() <= LETTING_GO_MAX;
      letGo(lease, persists ? LET_GO_TRIES : 1);
    }
  }

  private void letGo(LeaseId lease, int tries) {
    ask(shardOf(lease), new Request.Release(lease))
        .answer()
        .onSuccess(
            answer -> {
              if (AbandonedLeases.isLetGo(answer) || tries == 1) {
                lettingGo.decrementAndGet();
              } else {
                long pause = LET_GO_AGAIN_MILLIS << LET_GO_TRIES - tries;
                vertx.setTimer(pause, timer -> letGo(lease, tries - 1));
              }
            });
  }

  /** Sends the batch; it belongs to the loops until it is answered. */
  public void renew(RenewalBatch batch) {
    int[] firsts = new int[loops.count()];
    Arrays.fill(firsts, RenewalBatch.END);
    for (int at = batch.size() - 1; at >= 0; at--) {
      if (batch.shard(at) >= loops.shards()) {
        batch.result(at, RenewalCode.UNKNOWN);
      } else {
        int loop = loops.of(batch.shard(at)).number();
        batch.chain(at, firsts[loop]);
        firsts[loop] = at;
      }
    }
    batch.send(askers.get(), loops, firsts);
  }

  /** How many shards this server serves at the moment. */
  public int serving() {
    return (int) verticles.stream().filter(ShardVerticle::serves).count();
  }

  /** How each shard stands. */
  public List<ShardState> states() {
    return shardMeters().map(ShardMeter::state).toList();
  }

  public Meters meters() {
    return new Meters(
        shardMeters().toList(),
        loops.all().stream().map(ShardLoop::meter).toList(),
        List.copyOf(calls));
  }

  /** Hands every shard back in order. */
  public Future<Void> leave() {
    List<Future<?>> left = new ArrayList<>();
    verticles.forEach(verticle -> left.add(verticle.leave()));
    return Future.join(left).mapEmpty();
  }

  private Stream<ShardMeter> shardMeters() {
    return verticles.stream().map(ShardVerticle::meter).filter(Objects::nonNull);
  }

  void withdraw(Call call) {
    if (!loops.of(call.shard).post(new Withdrawal(call))) {
      vertx.setTimer(WITHDRAW_AGAIN_MILLIS, timer -> withdraw(call));
    }
  }

  private Call ask(int shard, Request request, @Nullable ShardFollower follower) {
    ReplyDispatcher dispatcher = askers.get();
    Call call = new Call(shard, request, follower, dispatcher);
    if (!loops.of(shard).post(call)) {
      call.answer(BUSY);
    }
    return call;
  }

  private ReplyDispatcher newAsker() {
    Context context = vertx.getOrCreateContext();
    ReplyDispatcher made = new ReplyDispatcher(this, LoopExecutor.on(context));
    calls.add(made.meter());
    return made;
  }
}

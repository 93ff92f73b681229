package io.tenure.shard;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.shard.call.AbandonedLeases;
import io.tenure.shard.call.Call;
import io.tenure.shard.call.CallResult;
import io.tenure.shard.call.Follower;
import io.tenure.shard.call.RenewalBatch;
import io.tenure.shard.call.ReplyDispatcher;
import io.tenure.shard.call.ShardDirectory;
import io.tenure.shard.loop.Clock;
import io.tenure.shard.loop.LoopExecutor;
import io.tenure.shard.loop.Mail;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.meter.CallMeter;
import io.tenure.store.LeaseStore;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Routes requests to the shards of this server. It finds the shard, hands the request to the loop
 * of the shard, and returns the answer on the context of the caller. May be used by any thread.
 */
public final class ShardRouter {

  /**
   * The default number of shards: enough for the cores of any machine, and to move one by one to
   * other servers.
   */
  public static final int SHARDS = 64;

  private static final CallResult BUSY = new CallResult.Busy(100);

  /** The pause before mail that found its mailbox full is posted again. */
  private static final int POST_AGAIN_MILLIS = 20;

  /** The most posts of a lease to let go: a mailbox that is full for so long hears no caller. */
  private static final int LET_GO_POSTS = 3_000;

  private record Withdrawal(Call call) implements Mail {
    @Override
    public boolean renewal() {
      return false;
    }

    @Override
    public void open() {
      call.shard().withdraw(call);
    }
  }

  private record Abandonment(Shard shard, LeaseId lease) implements Mail {
    @Override
    public boolean renewal() {
      return false;
    }

    @Override
    public void open() {
      shard.abandon(lease);
    }
  }

  private final Vertx vertx;
  private final List<Shard> shards;
  private final ShardDirectory directory;
  private final ShardHash map;
  private final List<LoopHost> hosts;
  private final Queue<CallMeter> calls = new ConcurrentLinkedQueue<>();
  private final ThreadLocal<ReplyDispatcher> dispatchers =
      ThreadLocal.withInitial(this::newDispatcher);

  private ShardRouter(Vertx vertx, List<Shard> shards, List<LoopHost> hosts) {
    this.vertx = vertx;
    this.shards = shards;
    this.hosts = hosts;
    directory = new ShardDirectory(hosts.stream().map(LoopHost::loop).toList(), shards);
    map = new ShardHash(shards.size());
  }

  /**
   * Starts a host on each event loop and distributes the shards: shard 0 to the first, shard 1 to
   * the second, and so on. Each host claims its shards, and serves each as soon as possible.
   */
  public static Future<ShardRouter> deploy(
      Vertx vertx,
      int shards,
      ShardSettings settings,
      LeaseStore store,
      Clock clock,
      ShardListener listener) {
    List<Shard> all = new ArrayList<>();
    ShardMessenger messenger = new LocalMessenger(all);
    List<LoopHost> hosts = new ArrayList<>();
    for (Context context : VertxInternals.contexts(vertx)) {
      ShardLoop loop = new ShardLoop(hosts.size(), clock, LoopExecutor.on(context));
      LongSupplier secrets = new SecretGenerator();
      hosts.add(
          new LoopHost(
              context, new ShardEnvironment(settings, store, loop, secrets, messenger, listener)));
    }
    for (int shard = 0; shard < shards; shard++) {
      all.add(hosts.get(shard % hosts.size()).settle(shard));
    }
    ShardRouter router = new ShardRouter(vertx, List.copyOf(all), hosts);
    return Future.join(hosts.stream().map(LoopHost::start).toList()).map(router);
  }

  public int shards() {
    return shards.size();
  }

  public int shardOf(Key key) {
    return map.of(key);
  }

  /** The shard of a name that is no key, such as that of a fence. */
  public int shardOf(String name) {
    return map.of(name);
  }

  /** The shard of a lease or a session. */
  public int shardOf(LeaseId id) {
    return map.of(id);
  }

  public Call ask(int shard, Request request) {
    return ask(shard, request, null);
  }

  /** Starts a watch. It ends when its call is withdrawn, or its follower is cut. */
  public Call watch(int shard, PerShardRequest.Watch request, Follower follower) {
    return ask(shard, request, follower);
  }

  /**
   * Releases the lease of {@code reply} when the caller has gone before it received the reply. With
   * a requestId the caller may return for the lease. Without one no caller can ever know the
   * leaseId. The shard releases the lease however long the store is unavailable.
   */
  public void letGo(Request request, Reply reply) {
    LeaseId lease = AbandonedLeases.leaseOf(request, reply);
    if (lease != null) {
      letGo(new Abandonment(shards.get(shardOf(lease)), lease), LET_GO_POSTS);
    }
  }

  private void letGo(Abandonment mail, int posts) {
    if (!mail.shard.loop().post(mail) && posts > 1) {
      vertx.setTimer(POST_AGAIN_MILLIS, timer -> letGo(mail, posts - 1));
    }
  }

  /** Sends the batch, which belongs to the loops until it is answered. */
  public void renew(RenewalBatch batch) {
    batch.send(dispatchers.get(), directory);
  }

  /** The number of shards that this server serves at the moment. */
  public int serving() {
    return (int) shards.stream().filter(Shard::serves).count();
  }

  /** The state of each shard. */
  public List<ShardReport> reports() {
    return shards.stream().map(Shard::report).toList();
  }

  public Meters meters() {
    return new Meters(
        reports(),
        shards.stream().map(Shard::meter).toList(),
        directory.loops().stream().map(ShardLoop::meter).toList(),
        List.copyOf(calls));
  }

  /** Hands every shard back in order. */
  public Future<Void> leave() {
    return Future.join(hosts.stream().map(LoopHost::leave).toList()).mapEmpty();
  }

  private void withdraw(Call call) {
    if (!call.shard().loop().post(new Withdrawal(call))) {
      vertx.setTimer(POST_AGAIN_MILLIS, timer -> withdraw(call));
    }
  }

  private Call ask(int shard, Request request, @Nullable Follower follower) {
    ReplyDispatcher dispatcher = dispatchers.get();
    Call call = new Call(directory.shard(shard), request, follower, dispatcher);
    if (!directory.loopOf(shard).post(call)) {
      dispatcher.answered(call, BUSY);
    }
    return call;
  }

  private ReplyDispatcher newDispatcher() {
    Context context = vertx.getOrCreateContext();
    ReplyDispatcher made =
        new ReplyDispatcher(LoopExecutor.on(context), directory.here(), this::withdraw);
    calls.add(made.meter());
    return made;
  }
}

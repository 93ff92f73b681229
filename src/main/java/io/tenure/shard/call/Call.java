package io.tenure.shard.call;

import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.tenure.shard.loop.Mail;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One request on its way to a shard and back. It is answered once. */
public final class Call implements Mail {

  /** The place that a call comes from, and its answer goes back to. Called on the shard's loop. */
  public interface Origin {
    /** Called once. */
    void answered(Call call, CallResult answer);

    /** False: the follower is too far behind to be told any more. */
    boolean told(Call call, WatchNotice notice);

    void cut(Call call);

    /** The caller does not want its place in the queue, or its watch, any more. */
    void withdrawn(Call call);
  }

  final ShardInbox shard;
  final Request request;
  final @Nullable ShardFollower follower;
  final Origin origin;

  /** Notices that its follower has not been handed yet. */
  final AtomicInteger onTheWay = new AtomicInteger();

  private final Promise<CallResult> promise = Promise.promise();

  /** Given by the shard that hears it; 0 before. */
  long ticket;

  /** Real time is measured, whatever clock the shard goes by. */
  final long askedNanos = System.nanoTime();

  public Call(ShardInbox shard, Request request, @Nullable ShardFollower follower, Origin origin) {
    this.shard = shard;
    this.request = request;
    this.follower = follower;
    this.origin = origin;
  }

  /** Completes on the context of the caller. */
  public Future<CallResult> answer() {
    return promise.future();
  }

  /** Leaves the queue, or ends the watch. What was decided already is answered all the same. */
  public void withdraw() {
    origin.withdrawn(this);
  }

  @Override
  public boolean renewal() {
    return request.isRenewal();
  }

  @Override
  public void open() {
    shard.hear(this);
  }

  public ShardInbox shard() {
    return shard;
  }

  public Request request() {
    return request;
  }

  /** The number under which the shard knows it; 0 until the shard has heard it. */
  public long ticket() {
    return ticket;
  }

  public Origin origin() {
    return origin;
  }

  void complete(CallResult answer) {
    promise.complete(answer);
  }
}

package io.tenure.shard.call;

import io.tenure.api.Request;
import io.tenure.api.WatchUpdate;
import io.tenure.shard.loop.Mail;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One request to a shard and its way back; it is answered exactly once. */
public final class Call implements Mail {

  /** The source of a call, which takes its answer. Called on the shard's loop. */
  public interface Origin {
    /** Takes the answer. Called once. */
    void answered(Call call, CallResult answer);

    /** Takes a notice; returns false when the follower is too far behind to get more notices. */
    boolean told(Call call, WatchUpdate notice);

    void cut(Call call);

    /** The caller gives up its position in the queue, or its watch. */
    void withdrawn(Call call);
  }

  final CallTarget shard;
  final Request request;
  final @Nullable Follower follower;
  final Origin origin;

  /** The number of notices that its follower has not received yet. */
  final AtomicInteger onTheWay = new AtomicInteger();

  private final Promise<CallResult> promise = Promise.promise();

  /** The ticket from the shard that hears the call; 0 before. */
  long ticket;

  /** The start of the call in real time, which is independent of the clock of the shard. */
  final long askedNanos = System.nanoTime();

  public Call(CallTarget shard, Request request, @Nullable Follower follower, Origin origin) {
    this.shard = shard;
    this.request = request;
    this.follower = follower;
    this.origin = origin;
  }

  /** Completes on the context of the caller. */
  public Future<CallResult> answer() {
    return promise.future();
  }

  /** Leaves the queue, or ends the watch. A reply that is decided already still arrives. */
  public void withdraw() {
    origin.withdrawn(this);
  }

  @Override
  public boolean renewal() {
    return request.operation().extendsTenures();
  }

  @Override
  public void open() {
    shard.hear(this);
  }

  public CallTarget shard() {
    return shard;
  }

  public Request request() {
    return request;
  }

  /** The number by which the shard knows the call; 0 until the shard has heard it. */
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

package io.tenure.shard;

import io.tenure.api.Request;
import io.tenure.api.WatchNotice;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One request on its way to a shard and back. It is answered once. */
public final class Call implements Mail {

  /** Who waits for the answer. Called on the shard's loop. */
  interface Back {
    void answered(Call call, CallResult answer);

    /** False: it is too far behind to be told any more. */
    boolean told(Call call, WatchNotice notice);

    void cut(Call call);

    /** It does not want its place in the queue, or its watch, any more. */
    void withdrawn(Call call);
  }

  final int shard;
  final Request request;
  final @Nullable ShardFollower follower;
  private final Back back;

  /** Notices that its follower has not been handed yet. */
  final AtomicInteger onTheWay = new AtomicInteger();

  private final Promise<CallResult> promise = Promise.promise();

  /** Given by the shard that hears it; 0 before. */
  long ticket;

  /** The shard has made up its mind: the answer waits for the store only. */
  boolean decided;

  private boolean answered;

  /** Real time is measured, whatever clock the shard goes by. */
  final long askedNanos = System.nanoTime();

  Call(int shard, Request request, @Nullable ShardFollower follower, Back back) {
    this.shard = shard;
    this.request = request;
    this.follower = follower;
    this.back = back;
  }

  /** Completes on the context of whoever asked. */
  public Future<CallResult> answer() {
    return promise.future();
  }

  /** Leaves the queue, or ends the watch. What was decided already is answered all the same. */
  public void withdraw() {
    back.withdrawn(this);
  }

  @Override
  public boolean renewal() {
    return request instanceof Request.Renew || request instanceof Request.KeepAlive;
  }

  @Override
  public void open(ShardLoop loop) {
    loop.shard(shard).hear(this);
  }

  void answer(CallResult answer) {
    if (!answered) {
      answered = true;
      back.answered(this, answer);
    }
  }

  boolean answered() {
    return answered;
  }

  boolean tell(WatchNotice notice) {
    return back.told(this, notice);
  }

  void cut() {
    back.cut(this);
  }

  void complete(CallResult answer) {
    promise.complete(answer);
  }
}

package io.tenure.shard.call;

import io.tenure.api.WatchUpdate;
import io.tenure.shard.loop.LoopExecutor;
import io.tenure.shard.loop.ShardLoop;
import io.tenure.shard.meter.CallMeter;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Returns answers to the callers of one context, many in a hop. The requests of the context bound
 * its queue: one answer for each call, {@link #NOTICES_MAX} notices for each watch. Filled by any
 * loop.
 */
public final class ReplyDispatcher implements Call.Origin {

  /** A follower with more waiting notices than this is cut. */
  static final int NOTICES_MAX = 8_192;

  private static final int CHUNK = 1_024;

  /** Answers of one hop; after so many the context may do other work. */
  private static final int ANSWERS_PER_HOP = 1_024;

  private record Answered(Call call, CallResult answer, CallMeter meter) implements Runnable {
    @Override
    public void run() {
      meter.answered(
          call.request.meterLabel(), answer.outcome(), System.nanoTime() - call.askedNanos);
      call.complete(answer);
    }
  }

  private final LoopExecutor context;
  private final @Nullable ShardLoop here;
  private final Consumer<Call> withdrawals;
  private final MpscUnboundedAtomicArrayQueue<Runnable> answers =
      new MpscUnboundedAtomicArrayQueue<>(CHUNK);
  private final AtomicBoolean awake = new AtomicBoolean();
  private final Runnable hop = this::handOut;
  private final CallMeter meter = new CallMeter();

  /**
   * {@code here} is the loop that shares the thread of the context; null if there is none. {@code
   * withdrawals} withdraws the calls of callers that have gone.
   */
  public ReplyDispatcher(
      LoopExecutor context, @Nullable ShardLoop here, Consumer<Call> withdrawals) {
    this.context = context;
    this.here = here;
    this.withdrawals = withdrawals;
  }

  @Override
  public void answered(Call call, CallResult answer) {
    deliver(new Answered(call, answer, meter));
  }

  @Override
  public boolean told(Call call, WatchUpdate notice) {
    if (call.onTheWay.incrementAndGet() > NOTICES_MAX) {
      return false;
    }
    deliver(
        () -> {
          call.onTheWay.decrementAndGet();
          following(call).next(notice);
        });
    return true;
  }

  @Override
  public void cut(Call call) {
    deliver(() -> following(call).cut());
  }

  /** Returns the follower: only a call with a follower gets notices, or is cut. */
  private static Follower following(Call call) {
    return Objects.requireNonNull(call.follower);
  }

  @Override
  public void withdrawn(Call call) {
    withdrawals.accept(call);
  }

  public CallMeter meter() {
    return meter;
  }

  @Nullable ShardLoop here() {
    return here;
  }

  void deliver(Runnable answer) {
    answers.offer(answer);
    if (awake.compareAndSet(false, true)) {
      context.soon(hop);
    }
  }

  /**
   * Runs the answers. A caller that fails to take its answer does not hold back the answers of
   * others. Each failure is thrown in a hop of its own, so that the context receives every one.
   */
  private void handOut() {
    awake.set(false);
    for (int at = 0; at < ANSWERS_PER_HOP; at++) {
      Runnable answer = answers.poll();
      if (answer == null) {
        break;
      }
      try {
        answer.run();
      } catch (RuntimeException mistake) {
        context.soon(
            () -> {
              throw mistake;
            });
      }
    }
    if (!answers.isEmpty() && awake.compareAndSet(false, true)) {
      context.later(hop);
    }
  }
}

package io.tenure.shard;

import io.tenure.api.WatchNotice;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.atomic.MpscUnboundedAtomicArrayQueue;

/**
 * Those who ask from one context. What comes back to them comes together, many answers per hop. The
 * queue is bounded by what they asked: one answer per call, {@link #NOTICES_MAX} notices per watch.
 */
final class ReplyDispatcher implements Call.Back {

  /** A follower that is further behind than this is cut. */
  static final int NOTICES_MAX = 8_192;

  private static final int CHUNK = 1_024;

  /** Answers of one hop, then the context breathes. */
  private static final int ANSWERS_PER_HOP = 1_024;

  private record Answered(Call call, CallResult answer, CallMeter meter) implements Runnable {
    @Override
    public void run() {
      meter.answered(
          CallKind.of(call.request), CallOutcome.of(answer), System.nanoTime() - call.askedNanos);
      call.complete(answer);
    }
  }

  private final ShardRouter router;
  private final LoopExecutor context;
  private final MpscUnboundedAtomicArrayQueue<Runnable> answers =
      new MpscUnboundedAtomicArrayQueue<>(CHUNK);
  private final AtomicBoolean awake = new AtomicBoolean();
  private final Runnable hop = this::handOut;
  private final CallMeter meter = new CallMeter();

  ReplyDispatcher(ShardRouter router, LoopExecutor context) {
    this.router = router;
    this.context = context;
  }

  @Override
  public void answered(Call call, CallResult answer) {
    deliver(new Answered(call, answer, meter));
  }

  @Override
  public boolean told(Call call, WatchNotice notice) {
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

  /** Only who follows is told, or cut. */
  private static ShardFollower following(Call call) {
    return Objects.requireNonNull(call.follower);
  }

  @Override
  public void withdrawn(Call call) {
    router.withdraw(call);
  }

  CallMeter meter() {
    return meter;
  }

  void deliver(Runnable answer) {
    answers.offer(answer);
    if (awake.compareAndSet(false, true)) {
      context.soon(hop);
    }
  }

  /** Whoever fails to take an answer does not keep the others from theirs. */
  private void handOut() {
    awake.set(false);
    RuntimeException failure = null;
    for (int at = 0; at < ANSWERS_PER_HOP; at++) {
      Runnable answer = answers.poll();
      if (answer == null) {
        break;
      }
      try {
        answer.run();
      } catch (RuntimeException mistake) {
        failure = mistake;
      }
    }
    if (!answers.isEmpty() && awake.compareAndSet(false, true)) {
      context.later(hop);
    }
    if (failure != null) {
      throw failure;
    }
  }
}

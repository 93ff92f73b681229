package io.tenure.shard.loop;

import io.netty.channel.EventLoop;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Runs turns on one context. Any thread may call it. */
@FunctionalInterface
public interface LoopExecutor {

  void soon(Runnable turn);

  /**
   * Runs the next part of a large task, after pending socket reads. Netty runs its own tasks for up
   * to a second before it reads from a socket again; but a scheduled task comes after the sockets.
   */
  default void later(Runnable turn) {
    soon(turn);
  }

  /**
   * Runs a turn after {@code nanos}, which is before the next tick. An executor without timers
   * leaves the turn to that tick.
   */
  default void after(long nanos, Runnable turn) {}

  /** Whether the caller is on the thread of the context. */
  default boolean isHere() {
    return false;
  }

  static LoopExecutor on(Context context) {
    EventLoop loop = VertxInternals.loop(context);
    return new LoopExecutor() {
      @Override
      public void soon(Runnable turn) {
        try {
          context.runOnContext(nothing -> turn.run());
        } catch (RejectedExecutionException ended) {
          // The loop has ended, and with it every caller that could take the turn's result.
        }
      }

      @Override
      public void later(Runnable turn) {
        after(0, turn);
      }

      @Override
      public void after(long nanos, Runnable turn) {
        loop.schedule(() -> soon(turn), nanos, TimeUnit.NANOSECONDS);
      }

      @Override
      public boolean isHere() {
        return loop.inEventLoop();
      }
    };
  }
}

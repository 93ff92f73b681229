package io.tenure.shard;

import io.netty.channel.EventLoop;
import io.tenure.vertx.VertxInternals;
import io.vertx.core.Context;
import java.util.concurrent.TimeUnit;

/** Gives turns to what lives on one context. May be asked by any thread. */
@FunctionalInterface
interface LoopExecutor {

  void soon(Runnable turn);

  /**
   * Of much work the next part. Netty goes on from task to task for a second before it reads from a
   * socket again; what is scheduled comes after the sockets.
   */
  default void later(Runnable turn) {
    soon(turn);
  }

  /**
   * After so long: sooner than the next tick. Whoever knows no time of its own leaves it to that.
   */
  default void after(long nanos, Runnable turn) {}

  static LoopExecutor on(Context context) {
    EventLoop loop = VertxInternals.loop(context);
    return new LoopExecutor() {
      @Override
      public void soon(Runnable turn) {
        context.runOnContext(nothing -> turn.run());
      }

      @Override
      public void later(Runnable turn) {
        after(0, turn);
      }

      @Override
      public void after(long nanos, Runnable turn) {
        loop.schedule(() -> soon(turn), nanos, TimeUnit.NANOSECONDS);
      }
    };
  }
}

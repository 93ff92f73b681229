package io.tenure.shard.call;

import io.tenure.shard.loop.ShardLoop;

/** A shard as its callers reach it. Called on the loop of the shard. */
public interface CallTarget {

  int index();

  /** The loop of the shard. */
  ShardLoop loop();

  void hear(Call call);

  /** The caller gives up its position in the queue, or its watch. */
  void withdraw(Call call);

  /** As {@link io.tenure.core.LeaseTable#touch}. */
  long touch(int row);

  /**
   * As {@link io.tenure.core.LeaseTable#renew}, or {@link io.tenure.core.LeaseTable#keepAlive} of a
   * session; or {@link io.tenure.api.RenewalCode#ELSEWHERE}.
   */
  long renew(boolean session, int row, int generation, long secretHigh, long secretLow);
}

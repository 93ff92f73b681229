package io.tenure.shard.loop;

/** A shard as its loop drives it. Called on that loop. */
public interface LoopShard {

  /** Lets time pass. True: there is more to do; let the loop read its sockets and call again. */
  boolean tick();

  /** As {@link io.tenure.core.LeaseTable#dueIn}, at the present turn. */
  long dueIn(long horizonNanos);

  /** {@code sends}: the changes of this turn leave now, and not with those of the next turn. */
  void endTurn(boolean sends);
}

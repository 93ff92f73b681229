package io.tenure.shard.loop;

/** A shard as its loop drives it. Called on that loop. */
public interface LoopShard {

  /** Lets time pass. True: there is more to do; let the loop breathe and call again. */
  boolean tick();

  /** As {@link io.tenure.core.LeaseTable#dueIn}, at the present turn. */
  long dueIn(long horizonNanos);

  /** {@code sends}: what this turn changed leaves now, and not with that of the next. */
  void endTurn(boolean sends);
}

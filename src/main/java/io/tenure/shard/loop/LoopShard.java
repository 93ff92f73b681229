package io.tenure.shard.loop;

/** A shard as its loop drives it. Called on the loop. */
public interface LoopShard {

  /**
   * Lets time pass. Returns true when there is more to do: then the loop reads its sockets and
   * calls again.
   */
  boolean tick();

  /** As {@link io.tenure.core.LeaseTable#dueIn}, at the time of the present turn. */
  long dueIn(long horizonNanos);

  /**
   * Ends the turn. With {@code sends} its changes leave now, otherwise with those of the next turn.
   */
  void endTurn(boolean sends);
}

package io.tenure.loadtest.net;

/** Receives the answers that a dialect has read. */
public interface Heard {

  /** The message that was sent as the {@code seq}th. */
  int messageOf(int seq);

  /** The time at which the present bytes arrived. */
  long nowNanos();

  /** {@code done} and {@code refused}: operations, of which one message may hold many. */
  void answered(int seq, int done, int refused);
}

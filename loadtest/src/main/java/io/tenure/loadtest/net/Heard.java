package io.tenure.loadtest.net;

/** What a dialect tells of what it heard. */
public interface Heard {

  /** Which message was said as the {@code seq}th. */
  int messageOf(int seq);

  /** When what is heard now arrived. */
  long nowNanos();

  /** {@code done} and {@code refused}: operations, of which one message may hold many. */
  void answered(int seq, int done, int refused);
}

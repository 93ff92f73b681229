package io.tenure.shard.loop;

/** A message to a shard, which the loop of that shard opens. */
public interface Mail {

  /**
   * Whether this is a renewal. Renewals come before all other mail, so that no lease ends because
   * its renewal had to wait.
   */
  boolean renewal();

  /** Called in a turn of the loop. */
  void open();
}

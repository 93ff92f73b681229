package io.tenure.shard.loop;

/** A letter to a shard, handed to the loop on which the shard lives. */
public interface Mail {

  /** Renewals come before all other mail, so that no lease ends because its renewal had to wait. */
  boolean renewal();

  /** Called in a turn of the loop. */
  void open();
}

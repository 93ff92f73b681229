package io.tenure.shard;

/** What is handed to a loop from elsewhere. */
interface Mail {

  /** Heard before anything else, so that no lease ends because its renewal had to wait. */
  boolean renewal();

  /** In a turn of the loop that the shard lives on. */
  void open(ShardLoop loop);
}

package io.tenure.shard.planted;

public final class ShardWaitsForANotify {
  synchronized void await() throws InterruptedException {
    wait();
  }
}

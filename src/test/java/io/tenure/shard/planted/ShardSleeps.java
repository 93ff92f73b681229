package io.tenure.shard.planted;

public final class ShardSleeps {
  void sleep() throws InterruptedException {
    Thread.sleep(1);
  }
}

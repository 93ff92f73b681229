package io.tenure.shard.planted;

public final class ShardWaitsForANotify {
  private boolean told;

  synchronized void await() throws InterruptedException {
    while (!told) {
      wait();
    }
  }

  synchronized void tell() {
    told = true;
    notifyAll();
  }
}

package io.tenure;

import io.tenure.shard.Probe;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** What an operator should know of the shards: a line when the first is concerned, and the last. */
final class ShardLog implements Probe {

  private final int shards;
  private final Consumer<String> log;
  private final AtomicInteger serving = new AtomicInteger();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger quarantined = new AtomicInteger();
  private final AtomicInteger holdingBack = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger();

  ShardLog(int shards, Consumer<String> log) {
    this.shards = shards;
    this.log = log;
  }

  @Override
  public void serves(int shard, long epoch, long quarantineMillis) {
    if (quarantineMillis > 0 && quarantined.getAndIncrement() == 0) {
      log.accept(
          "the store may have lost leases: nothing is granted for %d ms, renewals go on"
              .formatted(quarantineMillis));
    }
    if (serving.incrementAndGet() == shards) {
      log.accept("all " + shards + " shards are served here");
    }
  }

  @Override
  public void waits(int shard, Throwable why) {
    if (waiting.getAndIncrement() == 0) {
      log.accept("shard %d cannot be had yet: %s".formatted(shard, why.getMessage()));
    }
  }

  @Override
  public void stepsDown(int shard, Throwable cause) {
    waiting.set(0);
    quarantined.set(0);
    int left = serving.decrementAndGet();
    if (left == shards - 1 || left == 0) {
      log.accept(
          "shard %d is not served any more: %s; it will be claimed again; %d of %d are left"
              .formatted(shard, cause.getMessage(), left, shards));
    }
  }

  @Override
  public void leaves(int shard) {
    if (serving.decrementAndGet() == 0) {
      log.accept("all shards are handed back");
    }
  }

  @Override
  public void writesAnew(int shard) {
    if (writing.getAndIncrement() == 0) {
      log.accept("the store has lost what it had kept: it is written again from memory");
    }
  }

  @Override
  public void wroteAnew(int shard) {
    if (writing.decrementAndGet() == 0) {
      log.accept("everything is written again");
    }
  }

  @Override
  public void holdsBack(int shard, boolean does) {
    if (does && holdingBack.getAndIncrement() == 0) {
      log.accept("the store does not answer: grants wait, renewals go on");
    } else if (!does && holdingBack.decrementAndGet() == 0) {
      log.accept("the store answers again");
    }
  }
}

package io.tenure.shard.planted;

import java.util.concurrent.CountDownLatch;

public record ShardHoldsALatch(CountDownLatch latch) {}

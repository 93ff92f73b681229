package io.tenure.shard.planted;

import java.util.concurrent.locks.ReentrantLock;

public record ShardHoldsALock(ReentrantLock lock) {}

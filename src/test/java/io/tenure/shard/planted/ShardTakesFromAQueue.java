package io.tenure.shard.planted;

import java.util.concurrent.LinkedBlockingQueue;

public record ShardTakesFromAQueue(LinkedBlockingQueue<String> queue) {}

package io.tenure.shard.planted;

public record FifthNeedsFirst(FirstNeedsSecond next) {}

package io.tenure.shard.planted;

public record FirstNeedsSecond(SecondNeedsThird next) {}

package io.tenure.shard.planted;

public record FourthNeedsFifth(FifthNeedsFirst next) {}

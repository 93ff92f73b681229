package io.tenure.shard.planted;

public record SecondNeedsThird(ThirdNeedsFourth next) {}

package io.tenure.shard.planted;

public record ThirdNeedsFourth(FourthNeedsFifth next) {}

package io.tenure.shard.planted;

public record ShardTakesEightArguments(
    int first, int second, int third, int fourth, int fifth, int sixth, int seventh, int eighth) {}

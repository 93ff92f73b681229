package io.tenure.common.planted;

public record CommonRoomIsBuilt() {}

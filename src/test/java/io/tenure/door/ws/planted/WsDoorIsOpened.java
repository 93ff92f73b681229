package io.tenure.door.ws.planted;

public record WsDoorIsOpened() {}

package io.tenure.door.http.planted;

import io.tenure.door.ws.planted.WsDoorIsOpened;

public record HttpDoorOpensWsDoor(WsDoorIsOpened door) {}

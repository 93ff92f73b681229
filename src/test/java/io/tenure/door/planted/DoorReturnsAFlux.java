package io.tenure.door.planted;

import reactor.planted.Flux;

public record DoorReturnsAFlux(Flux events) {}

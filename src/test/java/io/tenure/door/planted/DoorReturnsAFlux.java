package io.tenure.door.planted;

import reactor.core.publisher.Flux;

public record DoorReturnsAFlux(Flux<?> events) {}

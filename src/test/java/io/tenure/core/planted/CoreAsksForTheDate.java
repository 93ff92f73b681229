package io.tenure.core.planted;

import java.time.Clock;

public record CoreAsksForTheDate(Clock clock) {}

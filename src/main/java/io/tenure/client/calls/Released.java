package io.tenure.client.calls;

import java.time.Duration;

/** The release of a lease: now, or so long ago if it was released before. */
public record Released(long token, Duration ago) {}

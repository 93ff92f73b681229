package io.tenure.client.calls;

import java.time.Duration;

/** That a lease was released: now, or so long ago when it had been before. */
public record Released(long token, Duration ago) {}

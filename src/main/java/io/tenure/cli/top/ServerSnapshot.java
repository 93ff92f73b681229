package io.tenure.cli.top;

import io.tenure.client.calls.HolderInfo;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One sample of a server.
 *
 * @param answer the time that the server took for a page of keys
 * @param keys the number of counted keys; not all of them unless {@code counted}
 * @param soonest the tenures that end first unless they are renewed
 * @param rates null at the first sample, and when the server does not count
 */
public record ServerSnapshot(
    Duration answer,
    long keys,
    boolean counted,
    List<HolderInfo> soonest,
    ServerReadiness readiness,
    boolean counts,
    @Nullable ServerRates rates) {}

package io.tenure.cli.top;

import io.tenure.client.calls.HolderInfo;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen in one look.
 *
 * @param answer how long the server took for a page of keys
 * @param keys how many were counted; not all of them unless {@code counted}
 * @param soonest those that end first unless they are renewed
 * @param rates null at the first look, and when the server does not count
 */
public record ServerSnapshot(
    Duration answer,
    long keys,
    boolean counted,
    List<HolderInfo> soonest,
    ServerReadiness readiness,
    boolean counts,
    @Nullable ServerRates rates) {}

package io.tenure.core;

/**
 * How much of everything a shard keeps at the moment, and for how long nothing begins yet.
 *
 * @param doubt the word for why nothing begins yet; empty when there is no quarantine
 */
public record TableStats(
    int leases,
    int sessions,
    int waiters,
    int watchers,
    int fences,
    int graves,
    int alarms,
    long quarantineMillis,
    String doubt) {}

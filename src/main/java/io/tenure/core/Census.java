package io.tenure.core;

/**
 * How much of everything a shard keeps at the moment, what its clock gave away (G11), and for how
 * long nothing begins yet.
 */
public record Census(
    int leases,
    int sessions,
    int waiters,
    int watchers,
    int fences,
    int graves,
    int alarms,
    long amnestyNanos,
    long quarantineMillis) {}

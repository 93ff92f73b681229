package io.tenure.core;

/** How much of everything a shard keeps at the moment, and what its clock gave away (G11). */
public record Census(
    int leases,
    int sessions,
    int waiters,
    int watchers,
    int fences,
    int graves,
    int alarms,
    long amnestyNanos) {}

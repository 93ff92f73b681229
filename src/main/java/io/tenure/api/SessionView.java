package io.tenure.api;

import java.util.List;

/**
 * A session as operators may see it. {@code session} is for asking what it keeps and is never
 * shown; {@code leases} it keeps at home, and others perhaps on {@code shards}.
 */
public record SessionView(
    LeaseId session,
    String holder,
    long token,
    long sinceSeconds,
    long ttlMillis,
    long remainingMillis,
    int leases,
    List<Integer> shards) {}

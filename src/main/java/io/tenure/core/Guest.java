package io.tenure.core;

/**
 * A shard that may keep leases of a session of another shard. {@code since}: the number of the
 * ownership that first asked about the session, see {@link Word.Ask}.
 */
public record Guest(int shard, long since) {}

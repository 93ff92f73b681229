package io.tenure.core;

/**
 * A shard that may have leases of a session of another shard. {@code since} is the number of the
 * ownership that first asked about the session, see {@link ShardMessage.Ask}.
 */
public record SessionGuestShard(int shard, long since) {}

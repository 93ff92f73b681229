package io.tenure.shard;

import io.tenure.api.Key;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.SipHash;

/**
 * Maps keys, names and leaseIds to shards, in the same way on every server and in every version.
 */
public record ShardHash(int shards) {

  /** Fixed for ever: changing it would move every key to another shard. */
  private static final SipHash ROUTING = new SipHash(0x74656e7572652e69L, 0x6f20736861726473L);

  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  /** The hash that decides the shard of the key. */
  public static long hash(Key key) {
    return ROUTING.of(key.utf8(), 0, key.size());
  }

  public int of(Key key) {
    return (int) Long.remainderUnsigned(hash(key), shards);
  }

  /** The shard of a name that is no key, such as the name of a fence, by FNV-1a. */
  public int of(String name) {
    long hash = FNV_OFFSET;
    for (int at = 0; at < name.length(); at++) {
      hash = (hash ^ name.charAt(at)) * FNV_PRIME;
    }
    return (int) Long.remainderUnsigned(hash ^ hash >>> 32, shards);
  }

  /** The shard of the lease or session, if it exists: that shard refuses an invented id. */
  public int of(LeaseId id) {
    return id.shard() % shards;
  }
}

package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** Finds the shard of a key, a name, a lease or a session. */
public interface ShardFinder {

  int of(Key key);

  /** The shard of a lease, or the home shard of a session. */
  int of(LeaseId id);

  /** The shard of a name that is not a key, such as that of a fence. */
  int of(String name);

  /** Returns any shard, and always the same one for the same id. */
  int any(@Nullable String id);

  /** Returns {@code shard}; refuses the number of a shard that does not exist. */
  int checked(int shard);
}

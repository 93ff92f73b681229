package io.tenure.api;

import org.jspecify.annotations.Nullable;

/** Tells which shard has what. */
public interface ShardFinder {

  int of(Key key);

  /** The shard of a lease, or the home of a session. */
  int of(LeaseId id);

  /** The shard of a thing that is no key, such as a fence. */
  int of(String name);

  /** Any shard; the same one for the same id. */
  int any(@Nullable String id);

  /** Refuses a number that no shard has. */
  int checked(int shard);
}

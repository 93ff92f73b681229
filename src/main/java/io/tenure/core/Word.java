package io.tenure.core;

/**
 * What one shard says to another about a session whose leases lie on both. Words may be lost,
 * doubled or reordered: the guest asks again.
 */
public sealed interface Word {

  Handle session();

  /** From a shard that keeps leases of the session: is it alive? Also enrols the asker. */
  record Ask(Handle session, int from) implements Word {}

  /** From the session's home: alive, and worth asking again when {@code askAgainMillis} passed. */
  record Alive(Handle session, long askAgainMillis) implements Word {}

  /** From the session's home: it is over for ever. */
  record Over(Handle session, Ending how) implements Word {}
}

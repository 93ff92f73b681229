package io.tenure.core;

/**
 * What one shard says to another about a session whose leases lie on both. Words may be lost,
 * doubled or reordered: the guest asks again.
 */
public sealed interface Word {

  Handle session();

  /**
   * From a shard that keeps leases of the session: is it alive? Also enrols the asker. {@code
   * question} is repeated in the answer, so that an old one is not taken for it.
   */
  record Ask(Handle session, int from, long question) implements Word {}

  /** From the session's home: alive, and worth asking again when {@code askAgainMillis} passed. */
  record Alive(Handle session, long question, long askAgainMillis) implements Word {}

  /** From the session's home: it is over for ever. */
  record Over(Handle session, Ending how) implements Word {}
}

package io.tenure.api;

/** Why a request was refused when its reply has no richer word. */
public enum RefusalCode {
  /** A field is out of bounds; the reply names it and the remedy. */
  INVALID,
  /**
   * No such lease, session or fence here, or not any more: the same answer for guessed and stale.
   */
  UNKNOWN,
  /** The key has no holder. */
  NOT_HELD,
  /** The key is held, or the fence stands, with another token than the one named. */
  CHANGED_HANDS,
  /** Nobody waits for the key who could take it over, so there is nobody to hand it to. */
  NOBODY_WAITING,
  /** The session has ended or never was. */
  SESSION_OVER,
  /** A lease under a session lives as long as the session: keep that alive instead. */
  SESSION_BOUND,
  /** An operator ends the lease: it cannot be handed on. */
  BREAKING,
  /** The same request came again and took over this one's place in the queue. */
  REPEATED,
  /** The wait was withdrawn. */
  WITHDRAWN,
  /** A limit of the shard, the key or the session is reached; nothing was applied. */
  LIMIT,
  /** Not now; nothing was applied. */
  UNAVAILABLE,
  /** It was applied before, and what has become of it may be lost. */
  IN_DOUBT
}

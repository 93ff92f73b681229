package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * One change of a key as watchers see it. Revisions of a shard only grow, over restarts too. The
 * revision of a grant is its token. {@code atSeconds} counts from 2020-01-01 by the wall clock and
 * is for people.
 */
public record LeaseEvent(
    long revision,
    Kind kind,
    Key key,
    String holder,
    long token,
    int slot,
    String reason,
    @Nullable Value value,
    long atSeconds) {

  /** What happened to the tenure. */
  public enum Kind {
    GRANTED,
    RELEASED,
    EXPIRED,
    BREAKING,
    BROKEN,
    TRANSFERRED,
    VALUED;

    public static Kind of(EndReason how) {
      return switch (how) {
        case EXPIRED -> EXPIRED;
        case RELEASED -> RELEASED;
        case BROKEN -> BROKEN;
        case TRANSFERRED -> TRANSFERRED;
      };
    }
  }
}

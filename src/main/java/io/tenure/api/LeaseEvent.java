package io.tenure.api;

import org.jspecify.annotations.Nullable;

/**
 * One change of a key, as watchers see it. The revisions of a shard only grow, also after a
 * restart. The revision of a grant is its token. {@code atSeconds} counts from 2020-01-01 by the
 * wall clock and is for people.
 */
public record LeaseEvent(
    long revision,
    Kind kind,
    Holding holding,
    String reason,
    @Nullable Value value,
    long atSeconds) {

  /** For readers that do not show values, which may be large. */
  public LeaseEvent withoutValue() {
    return value == null ? this : new LeaseEvent(revision, kind, holding, reason, null, atSeconds);
  }

  public Key key() {
    return holding.key();
  }

  public String holder() {
    return holding.holder();
  }

  public long token() {
    return holding.token();
  }

  public int slot() {
    return holding.slot();
  }

  /** The kinds of changes to a tenure. */
  public enum Kind {
    GRANTED(null),
    RELEASED(EndReason.RELEASED),
    EXPIRED(EndReason.EXPIRED),
    BREAKING(null),
    BROKEN(EndReason.BROKEN),
    TRANSFERRED(EndReason.TRANSFERRED),
    VALUED(null);

    private final @Nullable EndReason end;

    Kind(@Nullable EndReason end) {
      this.end = end;
    }

    /** The reason why the tenure ended; null when it goes on. */
    public @Nullable EndReason end() {
      return end;
    }

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

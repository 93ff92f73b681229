package io.tenure.door;

import io.tenure.core.Renewal;
import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/** What became of one renewal among many: no renewal is a problem, and so are some renewals. */
public record Outcome(@Nullable Renewal renewal, @Nullable Problem problem) {

  static Outcome of(Renewal renewal) {
    return new Outcome(renewal, Problem.of(renewal));
  }

  /** The token of the lease if it is known to live; else 0. */
  public long livingToken() {
    return renewal == null ? 0 : renewal.livingToken();
  }
}

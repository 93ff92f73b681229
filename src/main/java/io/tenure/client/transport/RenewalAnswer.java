package io.tenure.client.transport;

import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/** The result of one renewal: a validity from before its sending, or a problem. */
public record RenewalAnswer(long validForMillis, boolean breaking, @Nullable Problem problem) {

  public static RenewalAnswer validFor(long millis) {
    return new RenewalAnswer(millis, false, null);
  }

  public static RenewalAnswer refused(Problem why) {
    return new RenewalAnswer(0, false, why);
  }
}

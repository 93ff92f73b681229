package io.tenure.client.transport;

import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What became of one renewal: it is good for so long from before it was sent, or there is a
 * problem.
 */
public record RenewalAnswer(long validForMillis, boolean breaking, @Nullable Problem problem) {

  public static RenewalAnswer validFor(long millis) {
    return new RenewalAnswer(millis, false, null);
  }

  public static RenewalAnswer refused(Problem why) {
    return new RenewalAnswer(0, false, why);
  }
}

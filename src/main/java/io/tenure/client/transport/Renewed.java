package io.tenure.client.transport;

import io.tenure.wire.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What became of one renewal: it is good for so long from before it was sent, or there is a
 * problem.
 */
public record Renewed(long validForMillis, boolean breaking, @Nullable Problem problem) {

  public static Renewed validFor(long millis) {
    return new Renewed(millis, false, null);
  }

  public static Renewed refused(Problem why) {
    return new Renewed(0, false, why);
  }
}

package io.tenure.door.ws;

import io.tenure.api.Outcome;
import io.tenure.wire.Problem;

/** The problems of a stream itself, independent of a request. */
final class StreamProblems {

  static final Problem TOO_SLOW =
      Problem.of(Outcome.BUSY, "pushes were not read fast enough; connect again and resume")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private StreamProblems() {}

  static Problem tooManyRequests(int most) {
    return Problem.of(
            Outcome.BUSY, most + " requests are under way on this stream; nothing was applied")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }

  static Problem tooManyWatches(int most) {
    return Problem.of(Outcome.LIMIT, "this stream has its " + most + " watches; cancel one")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }
}

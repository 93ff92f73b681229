package io.tenure.door.ws;

import io.tenure.wire.ErrorCode;
import io.tenure.wire.Problem;

/** What a stream says of itself, whatever was asked. */
final class Problems {

  static final Problem STOPPING =
      Problem.of(ErrorCode.UNAVAILABLE, "the server stops; go to another, or come back")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  static final Problem TOO_SLOW =
      Problem.of(ErrorCode.BUSY, "what was pushed was not read fast enough; come back and resume")
          .retryAfter(Problem.RETRY_LATER_MILLIS);

  private Problems() {}

  static Problem tooManyRequests(int most) {
    return Problem.of(
            ErrorCode.BUSY, most + " requests are under way on this stream; nothing was applied")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }

  static Problem tooManyWatches(int most) {
    return Problem.of(ErrorCode.LIMIT, "this stream has its " + most + " watches; cancel one")
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }
}

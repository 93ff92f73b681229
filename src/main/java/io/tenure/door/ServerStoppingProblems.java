package io.tenure.door;

import io.tenure.api.Outcome;
import io.tenure.wire.Problem;

/** The refusals of a server that stops: each says what its caller can do. */
public final class ServerStoppingProblems {

  public static final String WORDS = "the server stops";

  public static final Problem REQUEST = refusal("nothing was applied");

  /** Refuses a request that waits for a key. */
  public static final Problem WAIT = refusal("ask another server, or try again later");

  /** Refuses a stream, and the requests that wait on it. */
  public static final Problem STREAM = refusal("use another server, or connect again later");

  /** Refuses a watch over HTTP. */
  public static final Problem WATCH = refusal("resume by the last id");

  private ServerStoppingProblems() {}

  private static Problem refusal(String remedy) {
    return Problem.of(Outcome.UNAVAILABLE, WORDS + "; " + remedy)
        .retryAfter(Problem.RETRY_LATER_MILLIS);
  }
}

package io.tenure.wire;

/**
 * Reports a request that cannot be done by any shard. It has no stack trace, because it is no
 * mistake of the server.
 */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  public ProblemException(Problem problem) {
    super(problem.detail(), null, false, false);
    this.problem = problem;
  }

  public Problem problem() {
    return problem;
  }
}

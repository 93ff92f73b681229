package io.tenure.wire;

/**
 * Reports a request that no shard can execute. The exception has no stack trace, because the
 * request is no mistake of the server.
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

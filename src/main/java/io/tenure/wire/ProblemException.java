package io.tenure.wire;

/** What was read cannot be done, whatever a shard would say. Carries no trace: it is no mistake. */
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

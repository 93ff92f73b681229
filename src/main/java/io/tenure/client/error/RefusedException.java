package io.tenure.client.error;

import io.tenure.api.Outcome;
import io.tenure.wire.OutcomeHttpStatus;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.Optional;

/** The server said no, or that it cannot say; {@link #code} tells which. */
public final class RefusedException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  RefusedException(Problem problem) {
    super(problem.detail(), problem.code().name(), problem.code().isRetryable(), null);
    this.problem = problem;
  }

  /** The status that goes with the code over HTTP. */
  public int status() {
    return OutcomeHttpStatus.of(problem.code());
  }

  /** The field that is to blame, if one is. */
  public Optional<String> field() {
    return Optional.ofNullable(problem.field());
  }

  public Outcome outcome() {
    return problem.code();
  }

  public TenureException fenced(String fence, long token) {
    return problem.code() == Outcome.FENCED
        ? new FencedException(fence, token, ClientErrors.number(problem, "mark", 0))
        : this;
  }

  /** Whether what was asked may have been done; the same requestId finds out. */
  public boolean isOutcomeUnknown() {
    return problem.code() == Outcome.UNKNOWN || problem.code() == Outcome.INTERNAL;
  }

  @Override
  public Optional<Duration> retryAfter() {
    return problem.retryAfterMillis() == Problem.NO_RETRY
        ? Optional.empty()
        : Optional.of(Duration.ofMillis(problem.retryAfterMillis()));
  }
}

package io.tenure.client.error;

import io.tenure.api.Outcome;

/**
 * Reports that the fence has seen a larger token, so that the holder of this token must not act.
 */
public final class FencedException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final long token;
  private final long mark;

  public FencedException(String fence, long token, long mark) {
    super(
        fence + " has seen token " + mark + "; the lease with token " + token + " is over",
        Outcome.FENCED.name(),
        Outcome.FENCED.isRetryable(),
        null);
    this.token = token;
    this.mark = mark;
  }

  /** Returns the token that was refused. */
  public long token() {
    return token;
  }

  /** Returns the largest token that the fence has seen. */
  public long mark() {
    return mark;
  }
}

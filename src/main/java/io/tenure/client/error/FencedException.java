package io.tenure.client.error;

import io.tenure.api.Outcome;

/** A larger token was seen at the resource: whoever came with this one must not act. */
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

  /** With which it came. */
  public long token() {
    return token;
  }

  /** The largest that was seen. */
  public long mark() {
    return mark;
  }
}

package io.tenure.client.error;

import io.tenure.client.Loss;

/** The lease is over, and nothing may be done in its name any more. */
public final class LeaseLostException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final transient Loss loss;

  public LeaseLostException(Loss loss) {
    super(loss.toString(), "LOST", false, null);
    this.loss = loss;
  }

  public Loss loss() {
    return loss;
  }
}

package io.tenure.client.error;

import io.tenure.client.Loss;

/** Says that the lease is over. Nothing may be done under it any more. */
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

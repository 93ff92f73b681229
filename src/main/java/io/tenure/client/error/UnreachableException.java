package io.tenure.client.error;

import io.tenure.client.transport.NoAnswerException;
import org.jspecify.annotations.Nullable;

/** No server answered in time. What was asked may or may not have been done. */
public final class UnreachableException extends TenureException {
  private static final long serialVersionUID = 1L;

  public UnreachableException(String message, @Nullable Throwable cause) {
    super(message, "UNREACHABLE", true, cause);
  }

  /** An attempt was not answered; {@code answer} is what became of a later one. */
  public static UnreachableException afterAnUnansweredAttempt(Throwable answer) {
    return new UnreachableException(
        "an attempt was not answered and may take effect; the last one: " + answer.getMessage(),
        answer);
  }

  public boolean mayHaveArrived() {
    return !(getCause() instanceof NoAnswerException unreachable && unreachable.neverLeft());
  }
}

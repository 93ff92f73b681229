package io.tenure.client.error;

import io.tenure.client.transport.NoAnswerException;
import org.jspecify.annotations.Nullable;

/** Says that no server answered in time. The request may or may not have been carried out. */
public final class UnreachableException extends TenureException {
  private static final long serialVersionUID = 1L;

  public UnreachableException(String message, @Nullable Throwable cause) {
    super(message, "UNREACHABLE", true, cause);
  }

  /** For a request with an unanswered attempt; {@code answer} is the result of a later attempt. */
  public static UnreachableException afterAnUnansweredAttempt(Throwable answer) {
    return new UnreachableException(
        "an attempt was not answered and may take effect; the last one: " + answer.getMessage(),
        answer);
  }

  public boolean mayHaveArrived() {
    return !(getCause() instanceof NoAnswerException unreachable && unreachable.neverLeft());
  }
}

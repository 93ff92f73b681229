package io.tenure.client.transport;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/** No answer came; what was asked may or may not have been applied, unless it never left. */
public final class NoAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean unsent;

  public NoAnswerException(String why, @Nullable Throwable cause) {
    this(why, cause, false);
  }

  private NoAnswerException(String why, @Nullable Throwable cause, boolean unsent) {
    super(why, cause);
    this.unsent = unsent;
  }

  static NoAnswerException unsent(String why) {
    return new NoAnswerException(why, null, true);
  }

  /** Nobody was there to hear it: certain that it was not applied. */
  public boolean neverLeft() {
    return unsent
        || getCause() instanceof ConnectException
        || getCause() instanceof HttpConnectTimeoutException;
  }
}

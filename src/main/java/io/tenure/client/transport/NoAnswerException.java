package io.tenure.client.transport;

import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Says that no answer came. The request may or may not have been applied, unless it was never sent.
 */
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

  /** Whether no server could have received the request: then it was certainly not applied. */
  public boolean neverLeft() {
    return unsent
        || getCause() instanceof ConnectException
        || getCause() instanceof HttpConnectTimeoutException;
  }
}

package io.tenure.client.error;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why something was not done. {@link #getMessage} says it to people, {@link #code} to programs. */
public abstract sealed class TenureException extends RuntimeException
    permits FencedException,
        HeldException,
        InsufficientTimeException,
        LeaseLostException,
        RefusedException,
        UnreachableException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final boolean retryable;

  TenureException(String message, String code, boolean retryable, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.retryable = retryable;
  }

  @Override
  public final String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  /** As the server's problems have it, such as {@code HELD}; see {@code docs/http.md}. */
  public final String code() {
    return code;
  }

  /** Whether the same may succeed later, unchanged. */
  public final boolean isRetryable() {
    return retryable;
  }

  /** When the server thinks that asking again makes sense. */
  public Optional<Duration> retryAfter() {
    return Optional.empty();
  }
}

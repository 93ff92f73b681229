package io.tenure.client.error;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The failure of a call. {@link #getMessage} explains it to people, {@link #code} to programs. */
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

  /** The code of the server's problem, such as {@code HELD}; see {@code docs/http.md}. */
  public final String code() {
    return code;
  }

  /** Whether the same request may succeed later, unchanged. */
  public final boolean isRetryable() {
    return retryable;
  }

  /** The time after which the server considers another request useful. */
  public Optional<Duration> retryAfter() {
    return Optional.empty();
  }
}

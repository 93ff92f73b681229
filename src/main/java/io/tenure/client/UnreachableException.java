package io.tenure.client;

import io.tenure.client.transport.Unreachable;
import org.jspecify.annotations.Nullable;

/** No server answered in time. What was asked may or may not have been done. */
public final class UnreachableException extends TenureException {
  private static final long serialVersionUID = 1L;

  UnreachableException(String message, @Nullable Throwable cause) {
    super(message, "UNREACHABLE", true, cause);
  }

  boolean mayHaveArrived() {
    return !(getCause() instanceof Unreachable unreachable && unreachable.neverLeft());
  }
}

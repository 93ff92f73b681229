package io.tenure.client.transport;

import org.jspecify.annotations.Nullable;

/** No answer came; what was asked may or may not have been applied. */
public final class Unreachable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Unreachable(String why, @Nullable Throwable cause) {
    super(why, cause);
  }
}

package io.tenure.server;

/** Stands in for somebody of whom a test needs nothing: whoever turns to it fails. */
public final class Nobody {

  private Nobody() {}

  @SuppressWarnings("NullAway") // Nothing else is as certain to fail.
  public static <T> T as(Class<T> type) {
    return type.cast(null);
  }
}

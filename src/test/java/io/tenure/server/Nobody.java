package io.tenure.server;

/** Stands in for an object that a test does not need: every call to it fails. */
public final class Nobody {

  private Nobody() {}

  @SuppressWarnings("NullAway") // Null is the most certain way to fail.
  public static <T> T as(Class<T> type) {
    return type.cast(null);
  }
}

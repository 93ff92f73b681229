package io.tenure.core.model;

import org.jspecify.annotations.Nullable;

/** The table did something that the model forbids, or did not do what the model demands. */
final class Disagreement extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Disagreement(String text) {
    super(text);
  }

  Disagreement(String text, Throwable cause) {
    super(text, cause);
  }

  static void unless(boolean agreed, String text, @Nullable Object... about) {
    if (!agreed) {
      StringBuilder told = new StringBuilder(text);
      for (Object each : about) {
        told.append(" | ").append(each);
      }
      throw new Disagreement(told.toString());
    }
  }
}

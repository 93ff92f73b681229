package io.tenure.client;

import io.tenure.client.Loss.Reason;
import io.tenure.wire.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Which refusals are for ever. */
final class Definite {

  private Definite() {}

  /** Why a tenure is over when a server answers so; null when asking again may help. */
  static @Nullable Reason reason(ErrorCode code) {
    return switch (code) {
      case EXPIRED -> Reason.EXPIRED;
      case BROKEN -> Reason.BROKEN;
      case RELEASED -> Reason.RELEASED;
      case NOT_FOUND -> Reason.UNKNOWN;
      case SESSION_OVER -> Reason.SESSION_OVER;
      default -> null;
    };
  }
}

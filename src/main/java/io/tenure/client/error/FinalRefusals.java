package io.tenure.client.error;

import io.tenure.api.Outcome;
import io.tenure.client.Loss.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Says which refusals are for ever.
 *
 * @hidden for this module
 */
public final class FinalRefusals {

  private FinalRefusals() {}

  /** The reason why a tenure is over after this answer; null when another request may help. */
  static @Nullable public Reason reason(Outcome code) {
    return switch (code) {
      case EXPIRED -> Reason.EXPIRED;
      case BROKEN -> Reason.BROKEN;
      case RELEASED -> Reason.RELEASED;
      case NOT_FOUND -> Reason.NOT_FOUND;
      case SESSION_OVER -> Reason.SESSION_OVER;
      case DONE,
          INVALID,
          UNAUTHENTICATED,
          FORBIDDEN,
          NOT_HELD,
          NO_SUCH_PATH,
          METHOD_NOT_ALLOWED,
          TIMEOUT,
          HELD,
          REQUEST_CONSUMED,
          FENCED,
          NOBODY_WAITING,
          SESSION_BOUND,
          BREAKING,
          REPEATED,
          WITHDRAWN,
          CHANGED_HANDS,
          TOO_LARGE,
          URI_TOO_LONG,
          UNSUPPORTED_MEDIA,
          HEADERS_TOO_LARGE,
          INTERNAL,
          BUSY,
          LIMIT,
          PENDING,
          UNAVAILABLE,
          UNKNOWN ->
          null;
    };
  }
}

package io.tenure.cli;

import io.tenure.client.Claim;
import io.tenure.core.Invalid;
import io.tenure.core.Mode;
import java.time.Duration;

/** The flags by which a key is claimed, the same for whoever claims one. */
final class ClaimFlags {

  private static final String SLOTS = "--slots";
  private static final String SHARED = "--shared";
  private static final String VALUE = "--value";
  private static final String LOCK_DELAY = "--lock-delay";
  private static final String MAX_LIFETIME = "--max-lifetime";
  private static final int SLOTS_MAX = 1_024;

  private ClaimFlags() {}

  static Page on(Page page, Duration ttl) {
    return page.flag(
            Page.TTL,
            Page.DURATION,
            "how long it lives unless it is renewed (" + ttl.toSeconds() + "s)")
        .flag(Page.WAIT, Page.DURATION, "how long to queue for it (not at all)")
        .flag(Page.HOLDER, "NAME", "who holds it, for people (host/process)")
        .flag(SLOTS, "N", "one of N holders, each with a number of its own")
        .mark(SHARED, "together with others who share it")
        .flag(VALUE, "TEXT", "shown to all, such as an address")
        .flag(LOCK_DELAY, Page.DURATION, "how long nobody gets it when it was lost")
        .flag(MAX_LIFETIME, Page.DURATION, "beyond which nothing renews it");
  }

  /** {@code base}: what is claimed when no flag says otherwise. */
  static Claim claim(Order order, Claim base) {
    if (order.has(SLOTS) && order.has(SHARED)) {
      throw new Invalid(SLOTS, "does not go with " + SHARED + "; keep one of the two");
    }
    Claim claim =
        base.withWait(order.duration(Page.WAIT, Duration.ZERO))
            .withLockDelay(order.duration(LOCK_DELAY, Duration.ZERO))
            .withMaxLifetime(order.duration(MAX_LIFETIME, Duration.ZERO));
    if (order.has(SLOTS)) {
      claim = claim.withSlots((int) order.number(SLOTS, 1, 1, SLOTS_MAX));
    } else if (order.has(SHARED)) {
      claim = claim.withMode(Mode.SHARED);
    }
    String value = order.text(VALUE);
    return value == null ? claim : claim.withValue(value);
  }
}

package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Mode;
import io.tenure.client.Claim;
import java.time.Duration;

/** The flags of a claim, the same for every command that claims a key. */
final class ClaimFlags {

  private static final String SLOTS = "--slots";
  private static final String SHARED = "--shared";
  private static final String VALUE = "--value";
  private static final String LOCK_DELAY = "--lock-delay";
  private static final String MAX_LIFETIME = "--max-lifetime";
  private static final int SLOTS_MAX = 1_024;

  private ClaimFlags() {}

  static HelpPage on(HelpPage page, Duration ttl) {
    return page.flag(
            HelpPage.TTL,
            HelpPage.DURATION,
            "how long it lives unless it is renewed (" + ttl.toSeconds() + "s)")
        .flag(HelpPage.WAIT, HelpPage.DURATION, "how long to queue for it (not at all)")
        .flag(HelpPage.HOLDER, "NAME", "who holds it, for people (host/process)")
        .flag(SLOTS, "N", "one of N holders, each with a number of its own")
        .mark(SHARED, "together with others who share it")
        .flag(VALUE, "TEXT", "shown to all, such as an address")
        .flag(LOCK_DELAY, HelpPage.DURATION, "how long nobody gets it when it was lost")
        .flag(MAX_LIFETIME, HelpPage.DURATION, "beyond which nothing renews it");
  }

  /** {@code base}: the claim when no flag changes it. */
  static Claim claim(ParsedCommand order, Claim base) {
    if (order.has(SLOTS) && order.has(SHARED)) {
      throw new InvalidFieldException(
          SLOTS, "does not go with " + SHARED + "; keep one of the two");
    }
    Claim claim =
        base.withWait(order.duration(HelpPage.WAIT, Duration.ZERO))
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

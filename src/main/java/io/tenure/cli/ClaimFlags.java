package io.tenure.cli;

import io.tenure.api.InvalidFieldException;
import io.tenure.api.Limits;
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

  private ClaimFlags() {}

  static CommandSpecBuilder on(CommandSpecBuilder spec, Duration ttl) {
    return spec.flag(
            CommandSpecBuilder.TTL,
            CommandSpecBuilder.DURATION,
            "how long the lease lives unless it is renewed (" + ttl.toSeconds() + "s)")
        .flag(
            CommandSpecBuilder.WAIT,
            CommandSpecBuilder.DURATION,
            "how long to wait for the key (not at all)")
        .flag(
            CommandSpecBuilder.HOLDER,
            "NAME",
            "the name of the holder, for people to read (host/process)")
        .flag(SLOTS, "N", "permit N holders, each with a slot number of its own")
        .mark(SHARED, "share the key with other holders that use --shared")
        .flag(VALUE, "TEXT", "a text that every caller can see, such as an address")
        .flag(
            LOCK_DELAY,
            CommandSpecBuilder.DURATION,
            "how long the key stays locked after the lease expires or is broken")
        .flag(
            MAX_LIFETIME,
            CommandSpecBuilder.DURATION,
            "the time after which no renewal extends the lease");
  }

  /** {@code base}: the claim when no flag changes it. */
  static Claim claim(ParsedCommand order, Claim base) {
    if (order.has(SLOTS) && order.has(SHARED)) {
      throw new InvalidFieldException(
          SLOTS, "cannot be combined with " + SHARED + "; use one of the two");
    }
    Claim claim =
        base.withWait(order.duration(CommandSpecBuilder.WAIT, Duration.ZERO))
            .withLockDelay(order.duration(LOCK_DELAY, Duration.ZERO))
            .withMaxLifetime(order.duration(MAX_LIFETIME, Duration.ZERO));
    if (order.has(SLOTS)) {
      claim = claim.withSlots((int) order.number(SLOTS, 1, 1, Limits.HOLDERS_PER_KEY_MAX));
    } else if (order.has(SHARED)) {
      claim = claim.withMode(Mode.SHARED);
    }
    String value = order.text(VALUE);
    return value == null ? claim : claim.withValue(value);
  }
}

package io.tenure.client.calls;

import io.tenure.api.Holding;
import io.tenure.api.Key;
import io.tenure.api.Mode;
import io.tenure.api.Value;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One tenure as every caller may see it.
 *
 * @param since by the server's clock on the wall: for people
 * @param remaining the time until its end without a renewal; null when it lives as long as its
 *     session
 * @param breaking whether an operator ends it when a grace is over, even if its holder renews it
 */
public record HolderInfo(
    Holding holding,
    Mode mode,
    Instant since,
    @Nullable Duration remaining,
    boolean breaking,
    @Nullable Value value) {

  public String key() {
    return holding.key().toString();
  }

  public String holder() {
    return holding.holder();
  }

  public long token() {
    return holding.token();
  }

  /** Its slot number, -1 in other modes. */
  public int slot() {
    return holding.slot();
  }

  static HolderInfo of(String key, ServerMessage message) {
    long millis = message.number("remainingMs", -1);
    return new HolderInfo(
        new Holding(
            Key.of(key),
            message.text("holder"),
            message.number("token"),
            (int) message.number("slot", -1)),
        mode(message),
        Instant.parse(message.text("since")),
        millis < 0 ? null : Duration.ofMillis(millis),
        message.flag("breaking"),
        message.value());
  }

  private static Mode mode(ServerMessage message) {
    Mode.Kind kind = Mode.Kind.valueOf(message.text("mode").toUpperCase(Locale.ROOT));
    return switch (kind) {
      case EXCLUSIVE -> Mode.EXCLUSIVE;
      case SHARED -> Mode.SHARED;
      case SLOTS -> Mode.slots((int) message.number("slots"));
    };
  }
}

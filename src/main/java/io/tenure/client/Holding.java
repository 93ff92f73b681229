package io.tenure.client;

import io.tenure.core.Mode;
import io.tenure.core.Value;
import io.tenure.wire.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One tenure as anybody may see it.
 *
 * @param slot its slot number, -1 in other modes
 * @param since by the server's clock on the wall: for people
 * @param remaining unless it is renewed; null when it lives as long as its session
 * @param breaking an operator ends it then
 */
public record Holding(
    String key,
    String holder,
    long token,
    Mode mode,
    int slot,
    Instant since,
    @Nullable Duration remaining,
    boolean breaking,
    @Nullable Value value) {

  static Holding of(String key, Answer answer) {
    long millis = answer.number("remainingMs", -1);
    return new Holding(
        key,
        answer.text("holder"),
        answer.number("token"),
        mode(answer),
        (int) answer.number("slot", -1),
        Instant.parse(answer.text("since")),
        millis < 0 ? null : Duration.ofMillis(millis),
        answer.flag("breaking"),
        answer.value());
  }

  private static Mode mode(Answer answer) {
    Mode.Kind kind = Mode.Kind.valueOf(answer.text("mode").toUpperCase(Locale.ROOT));
    return switch (kind) {
      case EXCLUSIVE -> Mode.EXCLUSIVE;
      case SHARED -> Mode.SHARED;
      case SLOTS -> Mode.slots((int) answer.number("slots"));
    };
  }
}

package io.tenure.client;

import io.tenure.wire.Answer;
import java.time.Duration;
import java.util.List;

/**
 * Who holds a key; nobody when there are no holders.
 *
 * @param barred for how long still nobody gets it, after it was lost with a lock-delay
 */
public record KeyView(
    String key, List<Holding> holders, long waiters, Duration barred, long revision) {

  static KeyView of(Answer answer) {
    String key = answer.text("key");
    return new KeyView(
        key,
        answer.objects("holders").stream().map(each -> Holding.of(key, each)).toList(),
        answer.number("waiters"),
        Duration.ofMillis(answer.number("barredMs", 0)),
        answer.number("revision"));
  }

  public boolean isHeld() {
    return !holders.isEmpty();
  }
}

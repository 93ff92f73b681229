package io.tenure.client;

import io.tenure.core.Reply;
import io.tenure.wire.Answer;
import io.tenure.wire.Problem;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * Who holds a key; nobody when there are no holders.
 *
 * @param barred for how long still nobody else gets it: after it was lost with a lock-delay, or
 *     because of a quarantine
 * @param quarantinedShard its shard, when that is in quarantine
 */
public record KeyView(
    String key,
    List<Holding> holders,
    long waiters,
    Duration barred,
    OptionalInt quarantinedShard,
    long revision) {

  static KeyView of(Answer answer) {
    String key = answer.text("key");
    return new KeyView(
        key,
        answer.objects("holders").stream().map(each -> Holding.of(key, each)).toList(),
        answer.number("waiters"),
        Duration.ofMillis(answer.number("barredMs", 0)),
        Problems.shard(answer.number(Problem.QUARANTINED_SHARD, Reply.NO_SHARD)),
        answer.number("revision"));
  }

  public boolean isHeld() {
    return !holders.isEmpty();
  }
}

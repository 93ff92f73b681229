package io.tenure.client.calls;

import io.tenure.api.Reply;
import io.tenure.client.error.ClientErrors;
import io.tenure.wire.Problem;
import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/**
 * The holders of a key; an empty list for a free key.
 *
 * @param barred the time for which no other caller gets the key: after a loss with a lock-delay, or
 *     because of a quarantine
 * @param quarantinedShard its shard, if that is in quarantine
 */
public record KeyView(
    String key,
    List<HolderInfo> holders,
    long waiters,
    Duration barred,
    OptionalInt quarantinedShard,
    long revision) {

  static KeyView of(ServerMessage message) {
    String key = message.text("key");
    return new KeyView(
        key,
        message.objects("holders").stream().map(each -> HolderInfo.of(key, each)).toList(),
        message.number("waiters"),
        Duration.ofMillis(message.number("barredMs", 0)),
        ClientErrors.shard(message.number(Problem.QUARANTINED_SHARD, Reply.NO_SHARD)),
        message.number("revision"));
  }

  public boolean isHeld() {
    return !holders.isEmpty();
  }
}

package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * How a shard stands, as one server knows.
 *
 * @param owner the server that owns it; empty when that is not known
 * @param epoch of the answering server's own last ownership; 0 when it never owned it
 * @param state serves, loads, claims, stands_by or left
 * @param store answers, away or written_anew
 * @param quarantine for so long nothing is granted; zero without a quarantine
 * @param doubt the word for why there is one; empty without
 * @param why the same in a sentence
 * @param note what is wrong: why the last claim failed; empty when nothing is
 */
public record ShardStatus(
    int shard,
    String owner,
    long epoch,
    String state,
    String store,
    Duration quarantine,
    String doubt,
    String why,
    String note) {

  static ShardStatus of(ServerMessage message) {
    return new ShardStatus(
        (int) message.number("shard"),
        message.text("owner"),
        message.number("epoch"),
        message.text("state"),
        message.text("store"),
        Duration.ofMillis(message.number("quarantineMs")),
        message.text("doubt"),
        message.text("why"),
        message.text("note"));
  }
}

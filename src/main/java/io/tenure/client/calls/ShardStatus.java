package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;

/**
 * The state of a shard, as one server knows it.
 *
 * @param owner the server that owns it; empty when unknown
 * @param epoch the epoch of the answering server's own last ownership; 0 when it never owned the
 *     shard
 * @param state serves, loads, claims, stands_by or left
 * @param store answers, away or written_anew
 * @param quarantined the reason for which the shard grants nothing for a while
 * @param note the reason why the last claim failed; empty when nothing is wrong
 */
public record ShardStatus(
    int shard,
    String owner,
    long epoch,
    String state,
    String store,
    Quarantine quarantined,
    String note) {

  /**
   * The reason for which a shard grants nothing for a while.
   *
   * @param remaining the time for which nothing is granted; zero without a quarantine
   * @param doubt the word for the reason; empty without one
   * @param why the same reason in a sentence
   */
  public record Quarantine(Duration remaining, String doubt, String why) {}

  /** The time for which nothing is granted. */
  public Duration quarantine() {
    return quarantined.remaining();
  }

  public String doubt() {
    return quarantined.doubt();
  }

  public String why() {
    return quarantined.why();
  }

  static ShardStatus of(ServerMessage message) {
    return new ShardStatus(
        (int) message.number("shard"),
        message.text("owner"),
        message.number("epoch"),
        message.text("state"),
        message.text("store"),
        new Quarantine(
            Duration.ofMillis(message.number("quarantineMs")),
            message.text("doubt"),
            message.text("why")),
        message.text("note"));
  }
}

package io.tenure.client.calls;

import io.tenure.wire.ServerMessage;
import java.time.Duration;
import java.util.Set;

/**
 * The state of a shard, as one server knows it. Only the owner of the shard knows its epoch and its
 * quarantine: see {@link #isFromOwner}.
 *
 * @param owner the server that owns it; empty when unknown
 * @param epoch the epoch under which the answering server owns the shard; 0 when it does not own
 *     the shard
 * @param state serves, awaits_opening, loads, claims, stands_by or left
 * @param store answers, away or written_anew
 * @param quarantined the reason for which the shard grants nothing for a while
 * @param note the reason why the last claim failed, or, in the state awaits_opening, the event that
 *     the opening waits for; empty when there is neither, or when another server owns the shard
 */
public record ShardStatus(
    int shard,
    String owner,
    long epoch,
    String state,
    String store,
    Quarantine quarantined,
    String note) {

  private static final String SERVED = "serves";

  /** The states of a shard at the server that owns it. */
  private static final Set<String> OWNED = Set.of("loads", "awaits_opening", SERVED);

  /**
   * The reason for which a shard grants nothing for a while.
   *
   * @param remaining the time for which nothing is granted; zero without a quarantine, and when it
   *     is not known because the answering server does not own the shard
   * @param doubt the word for the reason; empty without one
   * @param why the same reason in a sentence
   */
  public record Quarantine(Duration remaining, String doubt, String why) {}

  /**
   * Whether the answering server owns the shard. Of the shard of another server it knows no
   * quarantine.
   */
  public boolean isFromOwner() {
    return OWNED.contains(state);
  }

  /** Whether the answering server serves the shard: a quarantine begins when it does. */
  public boolean isServed() {
    return state.equals(SERVED);
  }

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

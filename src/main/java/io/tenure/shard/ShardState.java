package io.tenure.shard;

import io.tenure.shard.commit.TransitionTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The states of a shard at one server, with the permitted steps between them. Operators see these
 * states: each has a word, and states that look the same to operators share one. A quarantine is
 * not a state: a shard in quarantine serves, and only its table grants nothing.
 */
public enum ShardState {
  /** This server does not own the shard, and claims it again soon. */
  WAITING("claims"),
  /** A claim is under way. */
  CLAIMING("claims"),
  /** This server owns the shard, and reads its journal from the store. */
  LOADING("loads"),
  /**
   * This server owns the shard and has loaded it. It waits until the clock of the store has reached
   * the epoch, or until an owner that the store may have forgotten must be silent.
   */
  AWAITING_OPENING("awaits_opening"),
  SERVING("serves"),
  /** Another server owns the shard; this server looks again soon. */
  STANDING_BY("stands_by"),
  /** A claim is under way, of a shard that another server owned when this one looked last. */
  LOOKING("stands_by"),
  /** The server stops: it renews, and hands the shard back when every change is durable. */
  LEAVING("serves"),
  /** The server stops while a claim is under way: it hands back the result of the claim. */
  RETRACTING("claims"),
  /** The server stops, and has handed the shard back. */
  LEFT("left");

  static final TransitionTable<ShardState> TRANSITIONS =
      new TransitionTable<>(
          Map.of(
              WAITING, Set.of(CLAIMING, LEFT),
              CLAIMING, Set.of(LOADING, WAITING, STANDING_BY, RETRACTING),
              STANDING_BY, Set.of(LOOKING, LEFT),
              LOOKING, Set.of(LOADING, WAITING, STANDING_BY, RETRACTING),
              LOADING, Set.of(SERVING, AWAITING_OPENING, WAITING, STANDING_BY, LEFT),
              AWAITING_OPENING, Set.of(SERVING, WAITING, LEFT),
              SERVING, Set.of(WAITING, LEAVING),
              LEAVING, Set.of(LEFT),
              RETRACTING, Set.of(LEFT)));

  /** Every word, in the order in which a shard reaches it. */
  public static final List<String> WORDS =
      Stream.of(values()).map(ShardState::word).distinct().toList();

  private final String word;

  ShardState(String word) {
    this.word = word;
  }

  /** The word for operators. */
  public String word() {
    return word;
  }

  /** Whether operators see the same word for both. */
  public boolean looksLike(ShardState other) {
    return word.equals(other.word);
  }

  /** Whether this server owns the shard, as far as it knows. */
  boolean isOwning() {
    return this == LOADING || this == AWAITING_OPENING || isServing();
  }

  /** Whether this server accepts requests for the shard. */
  boolean isServing() {
    return this == SERVING || this == LEAVING;
  }
}

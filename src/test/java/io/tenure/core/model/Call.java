package io.tenure.core.model;

import io.tenure.api.LeaseId;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.ShardMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One call into the table: its request, and the state of the model at that time. */
final class Call {
  final long ticket;
  final @Nullable Request request;
  final @Nullable ShardMessage message;

  /** The tenures that the handles of the request name, in order; null where no tenure is known. */
  final List<@Nullable NaiveTenure> targets = new ArrayList<>();

  final List<Standing> standings = new ArrayList<>();
  final List<NaiveTenure> begun = new ArrayList<>();
  final List<NaiveTenure> ended = new ArrayList<>();

  /** The tenure that had the requestId before, if there was one. */
  @Nullable NaiveTenure known;

  Standing knownStanding = Standing.UNKNOWN;
  @Nullable NaiveWaiter knownWaiter;
  @Nullable Reply reply;

  /** The shards that the table has informed of the end of a session. */
  final Map<LeaseId, Set<Integer>> toldOver = new HashMap<>();

  /** The message answers a question of the table. */
  boolean answered;

  boolean asked;
  boolean placed;
  boolean told;

  Call(long ticket, @Nullable Request request, @Nullable ShardMessage message) {
    this.ticket = ticket;
    this.request = request;
    this.message = message;
  }

  /** Whether the same request came before, and the table must still know it. */
  boolean repeats() {
    return knownWaiter != null
        || knownStanding == Standing.ALIVE
        || knownStanding == Standing.ENDED;
  }

  /** The state of a tenure at an instant. */
  enum Standing {
    ALIVE,
    /** The end of the tenure has passed, but no change has recorded it yet. */
    OVER,
    ENDED,
    /** Ended, and perhaps already forgotten by the table. */
    FADING,
    UNKNOWN
  }

  @Override
  public String toString() {
    return request != null ? request.toString() : message != null ? message.toString() : "tick";
  }
}

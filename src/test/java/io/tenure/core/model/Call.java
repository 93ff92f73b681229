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

/** One call into the table: what is asked, and how matters stood when it was. */
final class Call {
  final long ticket;
  final @Nullable Request request;
  final @Nullable ShardMessage message;

  /** By the handles of the request, in order; null where none is known. */
  final List<@Nullable NaiveTenure> targets = new ArrayList<>();

  final List<Standing> standings = new ArrayList<>();
  final List<NaiveTenure> begun = new ArrayList<>();
  final List<NaiveTenure> ended = new ArrayList<>();

  /** The tenure that had the requestId before, if one had. */
  @Nullable NaiveTenure known;

  Standing knownStanding = Standing.UNKNOWN;
  @Nullable NaiveWaiter knownWaiter;
  @Nullable Reply reply;

  /** Whom the table told that a session is over. */
  final Map<LeaseId, Set<Integer>> toldOver = new HashMap<>();

  /** The word answers what the table has asked. */
  boolean answered;

  boolean asked;
  boolean placed;
  boolean told;

  Call(long ticket, @Nullable Request request, @Nullable ShardMessage message) {
    this.ticket = ticket;
    this.request = request;
    this.message = message;
  }

  /** Whether what is asked was asked before, and the table must still know. */
  boolean repeats() {
    return knownWaiter != null
        || knownStanding == Standing.ALIVE
        || knownStanding == Standing.ENDED;
  }

  /** How a tenure stands at an instant. */
  enum Standing {
    ALIVE,
    /** Past its end, which no change has said yet. */
    OVER,
    ENDED,
    /** Ended, and the table may have forgotten it by now. */
    FADING,
    UNKNOWN
  }

  @Override
  public String toString() {
    return request != null ? request.toString() : message != null ? message.toString() : "tick";
  }
}

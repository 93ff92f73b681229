package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.TextIndex;
import org.jspecify.annotations.Nullable;

/** Finds the link of a session, and asks the home of the session when it is another shard. */
final class SessionLookup {

  /** The time after which an unanswered question to a home is repeated: messages may be lost. */
  static final long ASK_RETRY_NANOS = 500_000_000L;

  /**
   * The longest time between two questions to a home. The home may have forgotten the shard that
   * asked, and its answer may be lost.
   */
  static final long ASK_AGAIN_NANOS_MAX = 10_000_000_000L;

  private final ShardContext context;
  private final Liveness liveness;
  private final TenureEnder ender;

  SessionLookup(ShardContext context, Liveness liveness, TenureEnder ender) {
    this.context = context;
    this.liveness = liveness;
    this.ender = ender;
  }

  /** Returns whether the search would have to ask another shard about a session not known here. */
  boolean unknown(LeaseId session) {
    SessionLink link = context.ledger.findLink(session);
    return !liveness.isHome(session) && (link == null || !link.confirmed);
  }

  /**
   * Returns the link of the session, or null when the session is over for its holder, runs out, or
   * never existed. For a link that is not confirmed, the caller may wait.
   */
  @Nullable SessionLink find(LeaseId session) {
    return liveness.isHome(session) ? atHome(session) : elsewhere(session);
  }

  /**
   * Returns the row of the living session of this shard, or {@link TextIndex#NONE}. Ends a session
   * that is over.
   */
  int living(LeaseId session) {
    int row = rowOf(session);
    if (row == TextIndex.NONE || !context.rows.live(row)) {
      return TextIndex.NONE;
    }
    if (!liveness.isAlive(row)) {
      ender.endSession(row, EndReason.EXPIRED);
      return TextIndex.NONE;
    }
    return row;
  }

  /**
   * Returns the row of the living session of this shard if its holder may keep it alive, or {@link
   * TextIndex#NONE}.
   */
  int extendable(LeaseId session) {
    int row = living(session);
    return row == TextIndex.NONE || liveness.runsOut(row) ? TextIndex.NONE : row;
  }

  /** Returns the row of a session that lives or is remembered, or {@link TextIndex#NONE}. */
  int rowOf(LeaseId session) {
    if (!liveness.isHome(session)) {
      return TextIndex.NONE;
    }
    return context.rows.find(
        LeaseRows.SESSION,
        session.row(),
        session.generation(),
        session.secretHigh(),
        session.secretLow());
  }

  /** Asks the home of the session, with the same question until the home answers. */
  void ask(SessionLink link) {
    if (link.question == 0) {
      link.question = context.newQuestion();
    }
    context.tell(
        link.session.shard(),
        0,
        new ShardMessage.Ask(link.session, context.shard, context.ownership(), link.question));
    context.deadlines.set(link.askAgain, context.clock.now() + ASK_RETRY_NANOS);
  }

  void answered(SessionLink link, ShardMessage.Alive alive) {
    link.question = 0;
    link.ttlMillis = alive.ttlMillis();
    link.runsOut = alive.runsOut();
    long nanos = Math.min(alive.askAgainMillis() * 1_000_000, ASK_AGAIN_NANOS_MAX);
    context.deadlines.set(link.askAgain, context.clock.now() + nanos);
  }

  private @Nullable SessionLink atHome(LeaseId session) {
    int row = extendable(session);
    if (row == TextIndex.NONE) {
      return null;
    }
    SessionLink link = context.ledger.linkFor(session);
    link.ttlMillis = context.rows.ttlMillis(row);
    link.confirmed = true;
    return link;
  }

  private @Nullable SessionLink elsewhere(LeaseId session) {
    SessionLink link = context.ledger.linkFor(session);
    if (!liveness.takesLeases(link)) {
      return null;
    }
    if (!link.confirmed && !link.askAgain.isSet()) {
      ask(link);
    }
    return link;
  }
}

package io.tenure.core;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.core.memory.TextIndex;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Handles the messages of other shards about sessions and lost leases. */
final class SessionMessages implements ShardMessage.Cases {

  private final ShardContext context;
  private final LeaseRows rows;
  private final Liveness liveness;
  private final TenureEnder ender;
  private final SessionLookup sessionLookup;
  private final Acquiring acquiring;
  private final StoreDoubt doubt;
  private final DoubtfulSessions doubtfulSessions;

  SessionMessages(
      ShardContext context,
      Liveness liveness,
      TenureEnder ender,
      SessionLookup sessionLookup,
      Acquiring acquiring,
      StoreDoubt doubt,
      DoubtfulSessions doubtfulSessions) {
    this.context = context;
    this.rows = context.rows;
    this.liveness = liveness;
    this.ender = ender;
    this.sessionLookup = sessionLookup;
    this.acquiring = acquiring;
    this.doubt = doubt;
    this.doubtfulSessions = doubtfulSessions;
  }

  @Override
  public void ask(ShardMessage.Ask ask) {
    doubtfulSessions.asks(ask.from(), ask.since());
    LeaseId session = ask.session();
    int row = sessionLookup.rowOf(session);
    if (row == TextIndex.NONE) {
      if (!context.quarantine.on()) {
        context.tell(ask.from(), context.last(), new ShardMessage.Over(session, EndReason.EXPIRED));
      }
      return;
    }
    if (sessionLookup.living(session) == TextIndex.NONE) {
      context.tell(
          ask.from(), context.behind(row), new ShardMessage.Over(session, rows.ending(row)));
      return;
    }
    SessionLink link = enrol(row, ask);
    // mistake: unawaited-enrolment
    long behind = Math.max(context.behind(row), link.enrolledAt);
    long again = liveness.remainingMillis(row) + 1;
    context.tell(
        ask.from(),
        behind,
        new ShardMessage.Alive(
            session, ask.question(), again, rows.ttlMillis(row), liveness.runsOut(row)));
  }

  @Override
  public void alive(ShardMessage.Alive alive) {
    SessionLink link = guest(alive.session());
    if (link != null && link.over == null && link.question == alive.question()) {
      sessionLookup.answered(link, alive);
      acquiring.admit(link);
    }
  }

  @Override
  public void over(ShardMessage.Over over) {
    SessionLink link = guest(over.session());
    if (link != null && link.over == null) {
      // mistake: unheard-end
      ender.close(link, over.how());
    }
  }

  @Override
  public void lost(ShardMessage.Lost lost) {
    doubtfulSessions.hear(lost);
  }

  @Override
  public void lossHeard(ShardMessage.LossHeard heard) {
    doubt.heard(heard);
  }

  /**
   * Enrols the asking shard, once for each session and guest. An existing enrolment belongs to an
   * earlier ownership than the one that asks now, and stays: the session may have leases of all
   * ownerships since then.
   */
  private SessionLink enrol(int row, ShardMessage.Ask ask) {
    SessionLink link = context.ledger.linkFor(ask.session());
    if (!link.hasGuest(ask.from())) {
      List<SessionGuestShard> guests = new ArrayList<>(link.guests);
      guests.add(new SessionGuestShard(ask.from(), ask.since()));
      guests.sort(Comparator.comparingInt(SessionGuestShard::shard));
      link.enrolledAt = context.commit(new Change.Enrol(row, rows.token(row), List.copyOf(guests)));
    }
    return link;
  }

  private @Nullable SessionLink guest(LeaseId session) {
    return liveness.isHome(session) ? null : context.ledger.findLink(session);
  }
}

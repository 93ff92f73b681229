package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.LeaseId;
import io.tenure.api.Limits;
import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import io.tenure.core.ShardMessage;
import io.tenure.core.TenureFields;
import io.tenure.core.model.Call.Standing;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;

/** Judges the answers about sessions, and the messages between their homes and other shards. */
final class SessionJudge {

  /** The time after which the home is asked again, because it may have missed a question. */
  private static final long ASK_RETRY_NANOS = 1_000 * NaiveClock.MILLI;

  /**
   * The time after which the home is asked again after any answer, because its Over may be lost.
   */
  private static final long ASK_NANOS = 10_000 * NaiveClock.MILLI;

  private final NaiveLeases leases;
  private final ChangeJudge changes;
  private final LeaseJudge byHandle;
  private final RenewalJudge renewals;
  private final ViewJudge views;

  SessionJudge(
      NaiveLeases leases, ChangeJudge changes, LeaseJudge byHandle, RenewalJudge renewals) {
    this.leases = leases;
    this.changes = changes;
    this.byHandle = byHandle;
    this.renewals = renewals;
    this.views = new ViewJudge(leases);
  }

  void before(Call call, Request.OpenSession asked) {
    if (asked.requestId() != null) {
      call.known = leases.effectOf(meaning(asked));
      call.knownStanding = leases.standing(call.known);
    }
  }

  void opened(Call call, Request.OpenSession asked, long behind, Reply reply) {
    Limits limits = leases.limits;
    boolean badTtl =
        asked.ttlMillis() < limits.ttlMillisMin() || asked.ttlMillis() > limits.ttlMillisMax();
    if (badTtl || asked.holder().isEmpty()) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "it is invalid", asked, reply);
      return;
    }
    NaiveTenure known = call.known;
    boolean same = known != null && known.isSession();
    if (reply instanceof Reply.SessionOpened opened && !opened.repeated()) {
      boolean decided = known != null && call.knownStanding != Standing.UNKNOWN;
      boolean fading = call.knownStanding == Standing.FADING;
      unless(!decided || fading, "its requestId was used before", asked, known);
      NaiveTenure session = changes.claim(session(call).token());
      if (asked.requestId() != null) {
        session.done.put(meaning(asked), session.lastPlace);
        unless(!session.begun.requestIds().isEmpty(), "its requestId is lost", session.begun);
      }
      session(session, asked, behind, opened);
    } else if (reply instanceof Reply.SessionOpened opened) {
      if (!same || known == null || call.knownStanding != Standing.ALIVE || known.runsOut) {
        throw new Disagreement("not opened before: " + asked + " " + known);
      }
      session(known, asked, behind, opened);
    } else if (reply instanceof Refusal.RequestConsumed consumed && known != null) {
      boolean right = known.endingTold() == consumed.how() && consumed.token() == known.token();
      unless(right, "not how it ended", consumed, known);
      unless(leases.covers(behind, known.lastPlace), "an end that is not kept", known);
    } else {
      boolean full = leases.live.size() >= limits.leasesMax();
      boolean right =
          LeaseJudge.refused(reply, Outcome.LIMIT) && full
              || LeaseJudge.refused(reply, Outcome.UNAVAILABLE) && leases.numbers.scarce();
      unless(right, "not opened", asked, reply);
    }
  }

  private static String meaning(Request.OpenSession asked) {
    return "open " + asked.holder() + "\n" + asked.requestId();
  }

  private static NaiveTenure session(Call call) {
    for (NaiveTenure tenure : call.begun) {
      if (tenure.isSession()) {
        return tenure;
      }
    }
    throw new Disagreement("opened, but nothing began");
  }

  private void session(
      NaiveTenure session, Request.OpenSession asked, long behind, Reply.SessionOpened opened) {
    TenureFields begun = session.begun;
    unless(
        (opened.repeated() || begun.holder().equals(asked.holder()))
            && opened.holder().equals(begun.holder())
            && (opened.repeated() || begun.ttlMillis() == asked.ttlMillis()),
        "not what was asked for",
        begun,
        asked);
    unless(session.isNamedBy(opened.session(), leases.shard), "the wrong handle", opened);
    session.id = opened.session();
    views.promise(session, opened.validity());
    unless(leases.covers(behind, session.lastPlace), "opened before it is kept", opened);
  }

  void kept(Call call, long behind, Reply reply) {
    if (reply instanceof Reply.Renewed renewed && renewed.results().size() == 1) {
      renewals.renewal(call, 0, behind, renewed.results().get(0), false);
      return;
    }
    unless(byHandle.gone(call, behind, reply), "not kept alive", call, reply);
  }

  void closed(Call call, long behind, Reply reply) {
    NaiveTenure session = call.targets.get(0);
    if (session != null && LeaseJudge.runsOut(call, session)) {
      unless(session.ended == EndReason.EXPIRED, "its holder gave it up", session, reply);
      byHandle.expired(session, behind, reply);
      return;
    }
    if (reply instanceof Reply.SessionClosed && session != null) {
      unless(session.ended == EndReason.RELEASED, "not closed", session, call);
      unless(leases.covers(behind, session.lastPlace), "closed before it is kept", session);
      return;
    }
    if (LeaseJudge.refused(reply, Outcome.UNAVAILABLE) && leases.numbers.scarce()) {
      return;
    }
    unless(byHandle.gone(call, behind, reply), "it lives and was not closed", call, reply);
  }

  void inspected(Call call, long behind, Reply reply) {
    NaiveTenure session = call.targets.get(0);
    if (byHandle.gone(call, behind, reply) || session == null) {
      return;
    }
    if (!(reply instanceof Reply.SessionState state)) {
      throw new Disagreement("it lives: " + session + " " + reply);
    }
    unless(state.holder().equals(session.begun.holder()), "another holder", state, session);
    views.promise(session, state.validity());
    long bound =
        leases.live.stream()
            .filter(each -> Objects.equals(each.begun.session(), session.id))
            .count();
    unless(state.leases() == bound, "not its leases", state, bound);
    unless(leases.covers(behind, session.lastPlace), "told before it is kept", session);
  }

  /** Judges a message that the table sends to another shard. */
  void tells(Call call, int to, long behind, ShardMessage message) {
    if (message instanceof ShardMessage.Lost lost) {
      boolean right = lost.from() == leases.shard && lost.since() == leases.numbers.first;
      unless(right && leases.sessions.unheard.contains(to), "told of no loss", lost, to);
      leases.sessions.tellDue = leases.clock.nanos() + ASK_RETRY_NANOS;
    } else if (message instanceof ShardMessage.LossHeard heard) {
      acknowledges(to, behind, heard);
    } else {
      tellsOfSession(call, to, behind, message, named(message));
    }
  }

  private static LeaseId named(ShardMessage message) {
    if (message instanceof ShardMessage.Ask ask) {
      return ask.session();
    } else if (message instanceof ShardMessage.Alive alive) {
      return alive.session();
    } else if (message instanceof ShardMessage.Over over) {
      return over.session();
    }
    throw new Disagreement("names no session: " + message);
  }

  /**
   * Checks that no session that may have lost leases on that shard is kept alive, and that this is
   * durable.
   */
  private void acknowledges(int to, long behind, ShardMessage.LossHeard heard) {
    Long since = leases.sessions.losses.remove(to);
    boolean right = since != null && since == heard.since() && heard.from() == leases.shard;
    unless(right, "nothing was lost", heard, to);
    for (NaiveTenure session : leases.live) {
      boolean lost =
          session.guests.stream()
              .anyMatch(
                  each -> each.shard() == to && leases.sessions.mayHaveLost(each, heard.since()));
      if (session.isSession() && leases.alive(session) && (lost || session.runsOut)) {
        unless(session.runsOut, "kept alive though it lost leases", session, heard);
        unless(leases.covers(behind, session.lastPlace), "told before it is kept", session);
        long left = leases.clock.leftMillis(session.deadline);
        unless(heard.believedMillis() > left, "believed in for longer", session, heard);
      }
    }
  }

  private void tellsOfSession(Call call, int to, long behind, ShardMessage message, LeaseId named) {
    if (message instanceof ShardMessage.Ask ask) {
      boolean right =
          ask.session().shard() == to
              && ask.from() == leases.shard
              && ask.since() == leases.numbers.first;
      unless(right && to != leases.shard, "asks the wrong one", ask, to);
      call.asked = true;
      leases.sessions.questions.put(ask.session(), ask.question());
      leases.sessions.askDue.put(ask.session(), leases.clock.nanos() + ASK_RETRY_NANOS);
      return;
    }
    NaiveTenure session = leases.find(named);
    boolean alive = session != null && session.isSession() && leases.alive(session);
    boolean answers =
        call.message instanceof ShardMessage.Ask asked && asked.session().equals(named);
    call.told |= answers && call.message instanceof ShardMessage.Ask asked && asked.from() == to;
    if (session != null) {
      unless(leases.covers(behind, session.lastPlace), "told before it is kept", message);
    }
    if (message instanceof ShardMessage.Over over) {
      unless(!alive, "it is alive", over, session);
      EndReason how = session == null ? null : session.ended;
      boolean known = session != null && leases.certain(session);
      unless(!known || how == over.how(), "its end", over, session);
      call.toldOver.computeIfAbsent(over.session(), each -> new HashSet<>()).add(to);
    } else {
      unless(alive, "it is over", message, session);
      boolean right =
          message instanceof ShardMessage.Alive answer
              && call.message instanceof ShardMessage.Ask asked
              && answer.question() == asked.question()
              && answer.runsOut() == (session != null && session.runsOut);
      unless(right, "not the answer to the question", message, call.message);
      boolean enrolled =
          session != null
              && session.guests.stream().anyMatch(each -> each.shard() == to)
              && leases.covers(behind, session.enrolledAt);
      unless(enrolled, "told before it is enrolled", message, session);
    }
  }

  void heard(Call call, ShardMessage message) {
    if (message instanceof ShardMessage.Over over) {
      NaiveSessions.Hearsay before = leases.sessions.hearsay.get(over.session());
      if (over.session().shard() != leases.shard && (before == null || before.over() == null)) {
        leases.sessions.hearsay.put(over.session(), new NaiveSessions.Hearsay(over.how(), false));
      }
    } else if (message instanceof ShardMessage.Alive alive && isAnswer(alive)) {
      call.answered = true;
      leases.sessions.questions.remove(alive.session());
      NaiveSessions.Hearsay before = leases.sessions.hearsay.get(alive.session());
      EndReason over = before == null ? null : before.over();
      NaiveSessions.Hearsay now = new NaiveSessions.Hearsay(over, alive.runsOut());
      leases.sessions.hearsay.put(alive.session(), now);
      long due =
          leases.clock.nanos() + Math.min(alive.askAgainMillis() * NaiveClock.MILLI, ASK_NANOS);
      leases.sessions.askDue.put(alive.session(), due);
    } else if (message instanceof ShardMessage.Ask ask) {
      leases.sessions.asking.merge(ask.from(), ask.since(), Math::max);
    } else if (message instanceof ShardMessage.Lost lost) {
      leases.sessions.losses.merge(lost.from(), lost.since(), Math::max);
    } else if (message instanceof ShardMessage.LossHeard lost
        && lost.since() == leases.numbers.first) {
      if (leases.sessions.unheard.remove(lost.from())) {
        leases.quarantine.lastsAnother(lost.believedMillis() * NaiveClock.MILLI);
      }
    }
  }

  /**
   * Whether the message answers the last question: an older answer may be older than the end of the
   * session.
   */
  private boolean isAnswer(ShardMessage.Alive alive) {
    Long question = leases.sessions.questions.get(alive.session());
    return question != null && question == alive.question();
  }

  /**
   * Checks that each shard that asked about a session is informed of its end in the turn of that
   * end.
   */
  private void everybodyTold(Call call) {
    for (NaiveTenure session : call.ended) {
      if (session.isSession() && !session.guests.isEmpty()) {
        Set<Integer> told = call.toldOver.getOrDefault(session.id, Set.of());
        boolean all = session.guests.stream().allMatch(each -> told.contains(each.shard()));
        unless(all, "a guest is not told", session, told);
      }
    }
  }

  void afterWord(Call call, WaiterJudge waiters) {
    everybodyTold(call);
    ShardMessage message = call.message;
    if (message instanceof ShardMessage.Alive alive && call.answered) {
      waiters.sessionHeard(alive.session());
    } else if (message instanceof ShardMessage.Ask ask) {
      NaiveTenure session = leases.find(ask.session());
      boolean home = ask.session().shard() == leases.shard;
      boolean unable = session != null && !leases.alive(session) && leases.numbers.scarce();
      boolean unsure = leases.quarantined() && (session == null || !leases.alive(session));
      unless(call.told || !home || unable || unsure, "an Ask without an answer", message, session);
      unless(!call.told || !unsure || session != null, "over, for all it knows", message);
    }
  }
}

package io.tenure.core.model;

import static io.tenure.core.model.Disagreement.unless;

import io.tenure.api.EndReason;
import io.tenure.api.HolderView;
import io.tenure.api.Limits;
import io.tenure.api.OperatorRequest;
import io.tenure.api.Outcome;
import io.tenure.api.PerShardReply;
import io.tenure.api.PerShardRequest;
import io.tenure.api.Refusal;
import io.tenure.api.Reply;
import io.tenure.api.Request;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Judges the answers to requests that name a key, a prefix or a fence. */
final class KeyJudge {
  private final NaiveLeases leases;
  private final NaiveWatches watches;
  private final ViewJudge views;

  /** The holders of the key before a break. */
  private List<NaiveTenure> heldBefore = List.of();

  private NaiveLeases.Mark markBefore = new NaiveLeases.Mark(0, 0);

  /** The tokens on all pages of a listing so far. */
  private final Set<Long> listed = new HashSet<>();

  KeyJudge(NaiveLeases leases, NaiveWatches watches) {
    this.leases = leases;
    this.watches = watches;
    this.views = new ViewJudge(leases);
  }

  void before(OperatorRequest.Break asked) {
    heldBefore = leases.holders(asked.key());
  }

  void before(String fence) {
    markBefore = mark(fence);
  }

  private NaiveLeases.Mark mark(String fence) {
    long dropped = leases.dropped.getOrDefault(fence, 0L);
    return leases.fences.getOrDefault(fence, new NaiveLeases.Mark(0, dropped));
  }

  void broken(Call call, OperatorRequest.Break asked, long behind, Reply reply) {
    String id = asked.requestId();
    NaiveLeases.BreakAsked key = id == null ? null : new NaiveLeases.BreakAsked(asked.key(), id);
    Reply.Broken once = leases.breaks.get(key);
    if (once != null && repeated(call, once, reply)) {
      return;
    }
    List<NaiveTenure> held = new ArrayList<>(heldBefore);
    call.begun.stream().filter(each -> asked.key().equals(each.begun.key())).forEach(held::add);
    List<NaiveTenure> meant = new ArrayList<>(held);
    meant.removeIf(each -> asked.token() != 0 && each.token() != asked.token());
    if (!(reply instanceof Reply.Broken broken)) {
      boolean right =
          LeaseJudge.refused(reply, Outcome.NOT_HELD) && held.isEmpty() && namesQuarantine(reply)
              || LeaseJudge.refused(reply, Outcome.CHANGED_HANDS)
                  && meant.isEmpty()
                  && !held.isEmpty()
              || LeaseJudge.refused(reply, Outcome.UNAVAILABLE) && leases.numbers.scarce()
              || LeaseJudge.refused(reply, Outcome.INVALID) && withoutTtl(asked, meant);
      unless(right, "not broken", asked, held, reply);
      return;
    }
    Set<Long> tokens = new HashSet<>(broken.tokens());
    unless(!meant.isEmpty() && tokens.size() == meant.size(), "others broken", broken, meant);
    boolean atOnce = asked.graceMillis() == 0;
    unless(broken.atOnce() == atOnce, "at once or not", broken, asked);
    for (NaiveTenure each : meant) {
      unless(tokens.contains(each.token()), "not broken", each, broken);
      unless(each.ended == EndReason.BROKEN || each.doomed && !atOnce, "not broken", each);
      unless(leases.covers(behind, each.lastPlace), "broken before it is kept", each);
    }
    if (key != null) {
      leases.breaks.put(key, broken);
      meant.forEach(each -> each.done.put(key.toString(), each.lastPlace));
    }
  }

  /**
   * Whether a break asks for the ttl as its grace, while a lease under a session has no ttl of its
   * own.
   */
  private boolean namesQuarantine(Reply reply) {
    return reply instanceof Refusal.Refused refused
        && (refused.quarantinedShard() != Reply.NO_SHARD) == leases.quarantined();
  }

  private static boolean withoutTtl(OperatorRequest.Break asked, List<NaiveTenure> meant) {
    return asked.graceMillis() == OperatorRequest.GRACE_TTL
        && meant.stream().anyMatch(NaiveTenure::bound);
  }

  /** Whether {@code reply} is the answer to a break that was done before. */
  private boolean repeated(Call call, Reply.Broken once, Reply reply) {
    boolean certain =
        once.tokens().stream()
            .map(leases::withToken)
            .allMatch(each -> each != null && (each.ended == null || leases.certain(each)));
    boolean same = reply.equals(once);
    boolean some =
        reply instanceof Reply.Broken broken
            && call.ended.isEmpty()
            && once.tokens().containsAll(broken.tokens());
    unless(same || !certain, "not the same answer", call, once, reply);
    return same || some;
  }

  void looked(Request.Look asked, long behind, Reply reply) {
    if (!(reply instanceof Reply.KeyState state)) {
      throw new Disagreement("no answer to a look: " + reply);
    }
    List<NaiveTenure> holders = leases.holders(asked.key());
    unless(state.key().equals(asked.key()), "another key", state);
    unless(state.holders().size() == holders.size(), "not its holders", state, holders);
    for (NaiveTenure holder : holders) {
      HolderView view =
          state.holders().stream()
              .filter(each -> each.token() == holder.token())
              .findFirst()
              .orElseThrow(() -> new Disagreement("a holder is missing: " + holder));
      views.check(holder, view);
      unless(leases.covers(behind, holder.lastPlace), "seen before it is kept", holder);
    }
    int waiters = leases.queue(asked.key()).size();
    unless(state.waiters() >= 0 && state.waiters() <= waiters, "waiters", state, waiters);
    long sure = leases.queue(asked.key()).stream().filter(leases::waits).count();
    unless(state.waiters() >= sure, "waiters", state, sure);
    long left = leases.barredMillis(asked.key());
    boolean bar = state.barredMillis() >= left && state.barredMillis() <= left + 1;
    unless(bar, "the bar", state, left);
    revision(state.revision());
  }

  private void revision(long revision) {
    boolean right = revision >= watches.lastRevision() && revision <= leases.numbers.last;
    unless(right, "not the revision", revision, watches.lastRevision(), leases.numbers.last);
  }

  /** Judges each page; when no change came between the pages, the last page completes the list. */
  void browsed(PerShardRequest.Browse asked, long behind, Reply reply) {
    if (asked.limit() < 1 || asked.limit() > Limits.PAGE_MAX) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "no limit of a page", asked, reply);
      return;
    }
    if (!(reply instanceof PerShardReply.Page page)) {
      throw new Disagreement("no page: " + reply);
    }
    if (asked.cursor() == 0) {
      listed.clear();
    }
    unless(page.keys().size() <= asked.limit(), "too long a page", page);
    revision(page.revision());
    for (PerShardReply.Listed each : page.keys()) {
      NaiveTenure tenure = leases.withToken(each.holder().token());
      if (tenure == null || !leases.alive(tenure) || !tenure.key().equals(each.key())) {
        throw new Disagreement("listed, but it does not hold: " + each + " " + tenure);
      }
      unless(each.key().startsWith(asked.prefix()), "not asked for", each);
      unless(listed.add(tenure.token()), "listed twice", each);
      views.check(tenure, each.holder());
      unless(leases.covers(behind, tenure.lastPlace), "listed before it is kept", tenure);
    }
    if (page.next() == 0) {
      for (NaiveTenure tenure : leases.live) {
        boolean wanted =
            !tenure.isSession() && leases.alive(tenure) && tenure.key().startsWith(asked.prefix());
        unless(!wanted || listed.contains(tenure.token()), "not listed", tenure);
      }
    }
  }

  void fenced(Request.RaiseFence asked, long behind, Reply reply) {
    NaiveLeases.Mark mark = mark(asked.fence());
    if (asked.token() < 1 || asked.token() >= 1L << 53 || asked.fence().isEmpty()) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "no token of a fence", asked, reply);
    } else if (leases.quarantined()) {
      unless(LeaseJudge.refused(reply, Outcome.UNAVAILABLE), "a mark may be lost", asked, reply);
    } else if (asked.token() < markBefore.token()) {
      unless(reply.equals(new Refusal.Fenced(markBefore.token())), "fenced", asked, reply);
      unless(leases.covers(behind, mark.place()), "fenced before it is kept", reply);
    } else if (reply instanceof Reply.FenceRaised) {
      unless(reply.equals(new Reply.FenceRaised(asked.token())), "not raised", asked, reply);
      unless(mark.token() == asked.token(), "not remembered", asked, mark);
      unless(leases.covers(behind, mark.place()), "raised before it is kept", reply);
    } else {
      boolean full =
          LeaseJudge.refused(reply, Outcome.LIMIT)
              && leases.fences.size() >= leases.limits.fencesMax()
              && markBefore.token() == 0;
      unless(full, "not raised", asked, reply, mark);
    }
  }

  void dropped(OperatorRequest.DropFence asked, long behind, Reply reply) {
    if (leases.quarantined()) {
      unless(LeaseJudge.refused(reply, Outcome.UNAVAILABLE), "a mark may be lost", asked, reply);
      return;
    }
    NaiveLeases.Mark now = mark(asked.fence());
    if (markBefore.token() == asked.token()) {
      Reply dropped = new Reply.FenceDropped(asked.fence(), asked.token());
      unless(reply.equals(dropped) && now.token() == 0, "not dropped", asked, reply, now);
    } else {
      Outcome code = markBefore.token() == 0 ? Outcome.NOT_FOUND : Outcome.CHANGED_HANDS;
      unless(LeaseJudge.refused(reply, code), "dropped", asked, reply, markBefore);
      unless(now.token() == markBefore.token(), "changed though refused", asked, now);
    }
    unless(leases.covers(behind, now.place()), "told before it is kept", reply);
  }

  void quarantineEnded(OperatorRequest.EndQuarantine asked, Reply reply) {
    if (asked.reason().isEmpty()) {
      unless(LeaseJudge.refused(reply, Outcome.INVALID), "no reason", asked, reply);
      return;
    }
    boolean said =
        reply instanceof Reply.QuarantineEnded ended
            && ended.ended() == leases.quarantined()
            && ended.ended() == ended.remainingMillis() > 0;
    unless(said, "the wrong quarantine", asked, reply);
    leases.quarantine.end();
  }

  void mark(Request.ReadFence asked, long behind, Reply reply) {
    if (leases.quarantined()) {
      unless(LeaseJudge.refused(reply, Outcome.UNAVAILABLE), "a mark may be lost", asked, reply);
      return;
    }
    NaiveLeases.Mark mark = mark(asked.fence());
    unless(reply.equals(new Reply.FenceMark(mark.token())), "the wrong mark", asked, reply, mark);
    unless(leases.covers(behind, mark.place()), "read before it is kept", reply);
  }
}

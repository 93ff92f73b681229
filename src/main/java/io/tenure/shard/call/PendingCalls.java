package io.tenure.shard.call;

import io.netty.util.collection.LongObjectHashMap;
import io.tenure.api.PerShardReply;
import io.tenure.api.Reply;
import io.tenure.api.WatchUpdate;
import io.tenure.shard.commit.DeferredEffect;
import io.tenure.shard.ownership.OutboundGate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Holds calls that wait for the replies of one ownership, and followers, by ticket. Owned by the
 * shard's loop.
 */
public final class PendingCalls {

  /**
   * The golden fraction of 2^64, which is odd: its multiples are as far from each other as
   * possible.
   */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The reply to a call, which leaves once the change that it depends on is durable. */
  public final class Decided implements DeferredEffect {
    private final Call call;
    private final Reply reply;
    private final long sinceNanos;
    private boolean answered;

    private Decided(Call call, Reply reply, long nowNanos) {
      this.call = call;
      this.reply = reply;
      sinceNanos = nowNanos;
    }

    @Override
    public void leave() {
      if (!answered && gate.isOpen()) {
        answer(new CallResult.Said(reply));
      } else {
        leaveUnknown();
      }
    }

    @Override
    public void fail() {
      leaveUnknown();
    }

    /**
     * Ends the wait of the call for the store, although the change of the reply may still become
     * durable. No caller gets the reply any more.
     */
    public void leaveUnknown() {
      if (!answered) {
        answer(new CallResult.Unknown());
      }
      abandoned.add(call.request, reply);
    }

    private void answer(CallResult answer) {
      answered = true;
      unfollowUnlessItFollows(call, answer);
      while (!parked.isEmpty() && parked.element().answered) {
        parked.remove();
      }
      call.origin.answered(call, answer);
    }
  }

  /** A notice to a follower, which leaves once the change that it depends on is durable. */
  private final class Notice implements DeferredEffect {
    private final long watch;
    private final WatchUpdate notice;

    private Notice(long watch, WatchUpdate notice) {
      this.watch = watch;
      this.notice = notice;
    }

    @Override
    public void leave() {
      Call call = gate.isOpen() ? following.get(watch) : null;
      if (call != null && !call.origin.told(call, notice)) {
        cutOff(watch);
      }
    }

    /** The follower is cut when the ownership ends, and resumes. */
    @Override
    public void fail() {}
  }

  /** Calls without a decision yet, by {@link #spread} tickets. */
  private final LongObjectHashMap<Call> waiting = new LongObjectHashMap<>();

  private final Map<Long, Call> following = new HashMap<>();

  /**
   * Replies that wait for the store, in the order of their decisions. This is nearly always the
   * order in which they leave.
   */
  private final ArrayDeque<Decided> parked = new ArrayDeque<>();

  /** Tickets of watches with followers that were cut: the watches end with the next tick. */
  private final List<Long> cutOff = new ArrayList<>();

  private final OutboundGate gate;
  private final AbandonedLeases abandoned;
  private long tickets;

  /** {@code abandoned} receives the leases of replies that come too late. */
  public PendingCalls(OutboundGate gate, AbandonedLeases abandoned) {
    this.gate = gate;
    this.abandoned = abandoned;
  }

  /** Returns a ticket for a request of the shard itself, which does not need the reply. */
  public long nextTicket() {
    return ++tickets;
  }

  public long enter(Call call) {
    call.ticket = nextTicket();
    waiting.put(spread(call.ticket), call);
    if (call.follower != null) {
      following.put(call.ticket, call);
    }
    return call.ticket;
  }

  /**
   * Spreads tickets. Consecutive tickets would be neighbours in the map, and each removal would
   * move all entries behind the removed one.
   */
  private static long spread(long ticket) {
    return ticket * GOLDEN;
  }

  /**
   * Whether the call has no decision yet. The ticket alone does not show it, because an earlier
   * ownership gave the same tickets.
   */
  public boolean isWaiting(Call call) {
    return waiting.get(spread(call.ticket)) == call;
  }

  /** Takes the decision of the shard on a call; returns null when no caller waits for it. */
  public @Nullable Decided decide(long ticket, Reply reply, long nowNanos) {
    // mistake: decided-is-sent-elsewhere
    Call call = waiting.remove(spread(ticket));
    return call == null ? null : new Decided(call, reply, nowNanos);
  }

  /** Adds a reply that waits for the store from now on, until its caller has waited too long. */
  public void park(Decided decided) {
    parked.add(decided);
  }

  /** Removes the follower of a watch that does not begin, so that it gets no notices. */
  private void unfollowUnlessItFollows(Call call, CallResult answer) {
    boolean follows =
        answer instanceof CallResult.Said said && said.reply() instanceof PerShardReply.Watching;
    if (call.follower != null && !follows) {
      following.remove(call.ticket);
      // The table may already have begun the watch.
      cutOff.add(call.ticket);
    }
  }

  public DeferredEffect notice(long watch, WatchUpdate notice) {
    return new Notice(watch, notice);
  }

  /** Cuts a follower that has missed something. */
  public void cutOff(long watch) {
    Call call = following.remove(watch);
    if (call != null) {
      call.origin.cut(call);
      cutOff.add(watch);
    }
  }

  /** Returns the tickets of watches without a follower, once. */
  public List<Long> takeCutOff() {
    if (cutOff.isEmpty()) {
      return List.of();
    }
    List<Long> taken = List.copyOf(cutOff);
    cutOff.clear();
    return taken;
  }

  /**
   * Removes a follower. The ticket alone is not enough: the call may be one of an earlier
   * ownership.
   */
  public boolean unfollow(Call call) {
    return following.remove(call.ticket, call);
  }

  /**
   * Answers all calls that were decided before this instant, but not confirmed by the store, that
   * the outcome is unknown.
   */
  public void loseHope(long decidedBeforeNanos) {
    for (Decided first = parked.peek();
        first != null && first.sinceNanos - decidedBeforeNanos < 0;
        first = parked.peek()) {
      // mistake: unknown-is-denied
      first.answer(new CallResult.Unknown());
    }
  }

  /** Answers the undecided calls that this server does not serve the shard. */
  public void turnAway() {
    List<Call> calls = List.copyOf(waiting.values());
    waiting.clear();
    calls.forEach(call -> turnAway(call, new CallResult.Elsewhere()));
  }

  private void turnAway(Call call, CallResult answer) {
    unfollowUnlessItFollows(call, answer);
    call.origin.answered(call, answer);
  }

  /** Answers or cuts all calls, because the ownership is over. */
  public void dismiss() {
    turnAway();
    List.copyOf(following.values()).forEach(call -> call.origin.cut(call));
    following.clear();
    parked.clear();
  }
}

package io.tenure.shard;

import io.netty.util.collection.LongObjectHashMap;
import io.tenure.api.Reply;
import io.tenure.api.WatchNotice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who waits for an answer of one reign, and who follows it, each under a ticket of its own. */
final class PendingCalls {

  private record Parked(Call call, long sinceNanos) {}

  /** Odd, and as a fraction of 2^64 golden: its multiples lie as far from each other as can be. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** By {@link #spread} tickets. */
  private final LongObjectHashMap<Call> waiting = new LongObjectHashMap<>();

  private final Map<Long, Call> following = new HashMap<>();

  /**
   * Decided, and waiting for the store; in the order in which they were decided, which is nearly
   * always that in which they are answered.
   */
  private final ArrayDeque<Parked> parked = new ArrayDeque<>();

  /** Not told any more: their watches end with the next tick. */
  private final List<Long> cutOff = new ArrayList<>();

  /** Answered as unknown, though a reply may come yet that tells of a lease; by ticket. */
  private final Map<Long, Call> unsure = new HashMap<>();

  private final AbandonedLeases abandoned;
  private long tickets;

  /** {@code abandoned} is given the leases that replies tell of which come too late. */
  PendingCalls(AbandonedLeases abandoned) {
    this.abandoned = abandoned;
  }

  /** For a request that the shard makes itself: nobody waits for the answer. */
  long nobody() {
    return ++tickets;
  }

  long enter(Call call) {
    call.ticket = ++tickets;
    waiting.put(spread(call.ticket), call);
    if (call.follower != null) {
      following.put(call.ticket, call);
    }
    return call.ticket;
  }

  /**
   * Tickets that follow each other would lie side by side in the map, and each that leaves would
   * have all behind it looked at.
   */
  private static long spread(long ticket) {
    return ticket * GOLDEN;
  }

  @Nullable Call waiting(long ticket) {
    return waiting.get(spread(ticket));
  }

  /** The shard has made up its mind, but the store has not kept it yet. */
  void park(Call call, long nowNanos) {
    call.decided = true;
    parked.add(new Parked(call, nowNanos));
  }

  void answer(long ticket, CallResult answer) {
    Call call = waiting.remove(spread(ticket));
    if (call == null) {
      Call before = unsure.isEmpty() ? null : unsure.remove(ticket);
      if (before != null && answer instanceof CallResult.Said late) {
        abandoned.add(before.request, late.reply());
      }
    } else {
      if (call.follower != null && !follows(answer)) {
        following.remove(ticket);
        // The table may have begun what nobody is told of any more.
        cutOff.add(ticket);
      }
      call.answer(answer);
      while (!parked.isEmpty() && parked.element().call.answered()) {
        parked.remove();
      }
    }
  }

  private static boolean follows(CallResult answer) {
    return answer instanceof CallResult.Said said && said.reply() instanceof Reply.Watching;
  }

  void tell(long ticket, WatchNotice notice) {
    Call call = following.get(ticket);
    if (call != null && !call.tell(notice)) {
      cutOff(ticket);
    }
  }

  /** It misses something, so it is told nothing more. */
  void cutOff(long ticket) {
    Call call = following.remove(ticket);
    if (call != null) {
      call.cut();
      cutOff.add(ticket);
    }
  }

  /** The tickets of watches that nobody follows any more. */
  List<Long> takeCutOff() {
    if (cutOff.isEmpty()) {
      return List.of();
    }
    List<Long> taken = List.copyOf(cutOff);
    cutOff.clear();
    return taken;
  }

  /** Not by its ticket alone: the call may be one of an earlier reign. */
  boolean unfollow(Call call) {
    return following.remove(call.ticket, call);
  }

  /** What the store has not confirmed for so long is answered as unknown. */
  void loseHope(long decidedBeforeNanos) {
    for (Parked first = parked.peek();
        first != null && first.sinceNanos - decidedBeforeNanos < 0;
        first = parked.peek()) {
      parked.remove();
      if (!first.call.answered() && AbandonedLeases.mayBe(first.call.request)) {
        unsure.put(first.call.ticket, first.call);
      }
      // mistake: unknown-is-denied
      answer(first.call.ticket, new CallResult.Unknown());
    }
  }

  /** The call is not to wait for the store, but what {@code reply} tells of will be kept. */
  void answerUnknown(Call call, Reply reply) {
    answer(call.ticket, new CallResult.Unknown());
    abandoned.add(call.request, reply);
  }

  /** Those whose requests nothing has come of yet. */
  void turnAway() {
    List.copyOf(waiting.values()).stream()
        // mistake: decided-is-sent-elsewhere
        .filter(call -> !call.decided)
        .forEach(call -> answer(call.ticket, new CallResult.Elsewhere()));
  }

  /** The reign is over. */
  void dismiss() {
    turnAway();
    for (Call call : List.copyOf(waiting.values())) {
      answer(call.ticket, new CallResult.Unknown());
    }
    List.copyOf(following.values()).forEach(Call::cut);
    following.clear();
    parked.clear();
    unsure.clear();
  }
}

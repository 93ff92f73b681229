package io.tenure.shard.call;

import io.tenure.api.Outcome;
import io.tenure.api.Refusal;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds requests that would change something while the store does not answer. They wait before the
 * shard hears them. So a caller that has waited too long gets the certain answer that nothing was
 * applied. Owned by the shard's loop.
 */
public final class BlockedWrites {

  /**
   * The most requests of a shard: each takes half a kilobyte, and the shard decides it in
   * microseconds when the store answers again.
   */
  public static final int CALLS_MAX = 1_024;

  /** The answer when there is no room. */
  private static final CallResult BUSY = new CallResult.Busy(1_000);

  private static final CallResult UNAVAILABLE =
      new CallResult.Said(
          new Refusal.Refused(
              Outcome.UNAVAILABLE,
              "",
              "the store does not answer; nothing was applied, try again"));

  private static final CallResult WITHDRAWN =
      new CallResult.Said(new Refusal.Refused(Outcome.WITHDRAWN, "", "the wait was withdrawn"));

  private record Waiting(Call call, long sinceNanos) {
    void answer(CallResult answer) {
      call.origin.answered(call, answer);
    }
  }

  private final ArrayDeque<Waiting> calls = new ArrayDeque<>();

  public boolean isEmpty() {
    return calls.isEmpty();
  }

  public void add(Call call, long nowNanos) {
    Waiting waiting = new Waiting(call, nowNanos);
    if (calls.size() >= CALLS_MAX) {
      waiting.answer(BUSY);
    } else {
      calls.add(waiting);
    }
  }

  /** Withdraws a call; returns true when it waited here, and has its answer now. */
  public boolean withdraw(Call call) {
    boolean waited = calls.removeIf(waiting -> waiting.call == call);
    if (waited) {
      call.origin.answered(call, WITHDRAWN);
    }
    return waited;
  }

  /** Answers the calls that have waited since before this instant that nothing was applied. */
  public void loseHope(long sinceBeforeNanos) {
    for (Waiting first = calls.peek();
        first != null && first.sinceNanos - sinceBeforeNanos < 0;
        first = calls.peek()) {
      calls.remove().answer(UNAVAILABLE);
    }
  }

  /** Hands at most {@code max} calls to {@code hears}, in the order in which they came. */
  public void letIn(int max, Consumer<Call> hears) {
    for (int at = 0; at < max; at++) {
      @Nullable Waiting first = calls.poll();
      if (first == null) {
        return;
      }
      hears.accept(first.call);
    }
  }

  /** Sends every call elsewhere. */
  public void turnAway() {
    letIn(Integer.MAX_VALUE, call -> call.origin.answered(call, new CallResult.Elsewhere()));
  }
}

package io.tenure.shard;

import io.tenure.api.RefusalCode;
import io.tenure.api.Reply;
import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests that would change something while the store does not answer: they wait outside, so that
 * whoever runs out of patience can be told for certain that nothing was applied.
 */
final class BlockedWrites {

  /**
   * Per shard; each takes half a kilobyte, and is decided in microseconds when the store is back.
   */
  static final int CALLS_MAX = 1_024;

  /** What is answered when there is no room. */
  private static final CallResult BUSY = new CallResult.Busy(1_000);

  static final CallResult UNAVAILABLE =
      new CallResult.Said(
          new Reply.Refused(
              RefusalCode.UNAVAILABLE,
              "",
              "the store does not answer; nothing was applied, try again"));

  static final CallResult WITHDRAWN =
      new CallResult.Said(new Reply.Refused(RefusalCode.WITHDRAWN, "", "the wait was withdrawn"));

  private record Waiting(Call call, long sinceNanos) {}

  private final ArrayDeque<Waiting> calls = new ArrayDeque<>();

  boolean isEmpty() {
    return calls.isEmpty();
  }

  void add(Call call, long nowNanos) {
    if (calls.size() >= CALLS_MAX) {
      call.answer(BUSY);
    } else {
      calls.add(new Waiting(call, nowNanos));
    }
  }

  /** True when it was waiting here. */
  boolean withdraw(Call call) {
    return calls.removeIf(waiting -> waiting.call == call);
  }

  void loseHope(long sinceBeforeNanos) {
    for (Waiting first = calls.peek();
        first != null && first.sinceNanos - sinceBeforeNanos < 0;
        first = calls.peek()) {
      calls.remove().call.answer(UNAVAILABLE);
    }
  }

  /** Lets at most {@code max} in, in the order in which they came. */
  void letIn(int max, Consumer<Call> door) {
    for (int at = 0; at < max; at++) {
      @Nullable Waiting first = calls.poll();
      if (first == null) {
        return;
      }
      door.accept(first.call);
    }
  }

  void turnAway() {
    letIn(Integer.MAX_VALUE, call -> call.answer(new CallResult.Elsewhere()));
  }
}
